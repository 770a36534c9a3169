// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/choice_option.hpp"
#include "sim/report/format.hpp"

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace clustersim {

/// Adds `--format` alone, to a command whose formats are its own.
template <class Enum>
OptionRow* add_own_format_option(Command& command,
                                 Enum& format,
                                 std::span<std::pair<std::string_view, Enum> const> names,
                                 std::string description = "output format") {
    return add_choice_option<Enum>(command, "--format", format, names, std::move(description));
}

/// Adds `--format`, which every command that prints a result has, and `--width`.
OptionRow*
add_format_option(Command& command,
                  Format& format,
                  std::span<std::pair<std::string_view, Format::Kind> const> names = format_names,
                  std::string const& description = "output format");

/// Adds `--detail` to a command whose tables on a terminal are short without it.
OptionRow* add_detail_option(Command& command, Format& format);

}  // namespace clustersim
