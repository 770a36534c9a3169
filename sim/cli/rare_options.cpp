// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/rare_options.hpp"

#include "sim/cli/command_table.hpp"

#include <fmt/format.h>

#include <vector>

namespace clustersim {

void make_rare(Command& command, std::initializer_list<std::string> names) {
    for (std::string const& name : names) command.get_option(name)->group(rare_options);
    std::vector<std::string> rare;
    for (auto const& row : command.rows())
        if (row->spec().group == rare_options) rare.push_back(row->spec().name);
    command.set_help_all_flag("--help-all", fmt::format("explain {}, too", fmt::join(rare, ", ")));
}

}  // namespace clustersim
