// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace clustersim {

class Command;
class OptionRow;

/// Adds `--format`, which every command that prints a result has, and `--width`.
OptionRow* add_format_option(
    Command& command,
    Format& format,
    std::span<std::pair<std::string_view, Format::Kind> const> names = format_names,
    std::string const& description = "output format: table (the default), json, csv or markdown");

/// Adds `--detail` to a command whose tables on a terminal are short without it.
OptionRow* add_detail_option(Command& command, Format& format);

}  // namespace clustersim
