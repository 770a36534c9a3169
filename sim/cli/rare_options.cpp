// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/rare_options.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <vector>

namespace clustersim {

void make_rare(CLI::App& command, std::initializer_list<std::string> names) {
    for (std::string const& name : names) command.get_option(name)->group(rare_options);
    std::vector<std::string> rare;
    for (CLI::Option const* option : command.get_options())
        if (option->get_group() == rare_options) rare.push_back(option->get_name());
    command.set_help_all_flag("--help-all", fmt::format("explain {}, too", fmt::join(rare, ", ")));
}

}  // namespace clustersim
