// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
class Option;
}  // namespace CLI

namespace clustersim {

/// Adds `--format`, which every command that prints a result has, and `--width`.
CLI::Option* add_format_option(
    CLI::App& command,
    Format& format,
    std::span<std::pair<std::string_view, Format::Kind> const> names = format_names,
    std::string const& description = "output format: table (the default), json, csv or markdown");

/// Adds `--detail` to a command whose tables on a terminal are short without it.
CLI::Option* add_detail_option(CLI::App& command, Format& format);

}  // namespace clustersim
