// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.hpp"

#include <CLI/CLI.hpp>

namespace clustersim {

std::vector<CLI::App const*> commands_of(CLI::App const& app) {
    std::vector<CLI::App const*> commands;
    for (CLI::App const* sub : app.get_subcommands([](CLI::App const*) { return true; }))
        if (!sub->get_name().empty() && !sub->get_group().empty()) commands.push_back(sub);
    return commands;
}

std::vector<CLI::Option const*> options_of(CLI::App const& app) {
    std::vector<CLI::Option const*> options = app.get_options();
    for (CLI::App const* group : app.get_subcommands([](CLI::App const*) { return true; })) {
        if (!group->get_name().empty()) continue;
        std::vector<CLI::Option const*> const more = group->get_options();
        options.insert(options.end(), more.begin(), more.end());
    }
    return options;
}

bool takes_value(CLI::Option const& option) {
    return option.get_items_expected_max() > 0;
}

std::string value_name(CLI::Option const& option) {
    std::string const type = option.get_type_name();
    bool const positional = option.get_positional() && !option.nonpositional();
    return positional && type.find('|') == std::string::npos ? option.get_name(true) : type;
}

std::string full_name(CLI::App const& app) {
    CLI::App const* const parent = app.get_parent();
    return parent == nullptr ? app.get_name() : full_name(*parent) + " " + app.get_name();
}

}  // namespace clustersim
