// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/output_option.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/report/sqlite/sweep_target.hpp"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <system_error>
#include <utility>

namespace clustersim {
namespace {

/// CLI11 keeps no data with an option but its checks: one that accepts everything carries the mark as its name.
char const* mark_of(Output output) {
    switch (output) {
        case Output::file: return "writes a file";
        case Output::folder: return "writes a folder";
        case Output::sweep: return "writes a sweep";
    }
    return "";
}

bool has_mark(CLI::Option const& option, Output output) {
    try {
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): the library asks only options that may change
        return const_cast<CLI::Option&>(option).get_validator(mark_of(output)) != nullptr;
    } catch (CLI::OptionNotFound const&) {
        return false;
    }
}

/// The values of an option, or the shown default.
std::vector<std::string> values_of(CLI::Option const& option) {
    if (option.count() > 0) return option.results();
    return option.get_default_str().empty() ? std::vector<std::string>{}
                                            : std::vector{option.get_default_str()};
}

/// Calls `see` with every option of the commands that are used.
void each_option(CLI::App const& app, std::function<void(CLI::Option const&)> const& see) {
    for (CLI::Option const* option : options_of(app)) see(*option);
    for (CLI::App const* sub : app.get_subcommands()) each_option(*sub, see);
}

}  // namespace

CLI::Option* writes(CLI::Option* option, Output output) {
    return option->check(
        CLI::Validator([](std::string&) { return std::string(); }, "", mark_of(output)));
}

std::vector<OutputClaim> asked_outputs(CLI::App const& app) {
    std::vector<OutputClaim> claims;
    each_option(app, [&](CLI::Option const& option) {
        for (Output const output : {Output::file, Output::folder, Output::sweep}) {
            if (!has_mark(option, output)) continue;
            std::string const name = option.get_name();
            for (std::string const& value : values_of(option)) {
                claims.push_back({value, name});
                if (output != Output::sweep) continue;
                claims.push_back({unfinished_sweep_path(value), name});
            }
        }
    });
    return claims;
}

std::set<std::filesystem::path> named_files(CLI::App const& app) {
    std::set<std::filesystem::path> files;
    each_option(app, [&](CLI::Option const& option) {
        for (std::string const& value : values_of(option)) {
            std::error_code error;
            auto file = std::filesystem::canonical(value, error);
            if (!error) files.insert(std::move(file));
        }
    });
    return files;
}

}  // namespace clustersim
