// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"

#include <CLI/App.hpp>

#include <map>
#include <string>

namespace clustersim {

/// Adds `--format table|json|csv|markdown`, the same for every command that prints a result.
inline CLI::Option* add_format_option(CLI::App& command, Format& format) {
    std::map<std::string, Format> names;
    for (auto const& [name, value] : format_names) names.emplace(name, value);
    return command.add_option("--format", format, "how the result is printed: table, json, csv or markdown")
        ->transform(CLI::CheckedTransformer(names).description(""))
        ->type_name("FORMAT")
        ->default_str("table");
}

}  // namespace clustersim
