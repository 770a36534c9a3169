// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/rare_options.hpp"

#include "sim/cli/command_table.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <vector>

namespace clustersim {
namespace {

/// More names than these tell a reader nothing.
constexpr std::size_t most_named = 8;

}  // namespace

void make_rare(Command& command, std::initializer_list<std::string> names) {
    for (std::string const& name : names) command.get_option(name)->group(rare_options);
    std::vector<std::string> rare;
    for (auto const& row : command.rows())
        if (row->spec().group == rare_options) rare.push_back(row->spec().name);
    std::string more;
    if (rare.size() > most_named) {
        more = fmt::format(" and {} more", rare.size() - most_named);
        rare.resize(most_named);
    }
    command.set_help_all_flag("--help-all",
                              fmt::format("explain {}{}, too", fmt::join(rare, ", "), more));
}

}  // namespace clustersim
