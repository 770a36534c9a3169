// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/question_keys.hpp"

#include "sim/cli/command_table.hpp"

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

/// Options of every command, and of groups of options, that ask nothing.
bool helps(OptionRow const& option) {
    return option.spec().key == "help" || option.spec().key == "help-all";
}

void add_commands(Command const& app,
                  std::string const& before,
                  std::vector<AskableCommand>& commands) {
    for (Command const* sub : commands_of(app)) {
        std::string const name = before + sub->get_name();
        // Ways to ask: a question that asks itself would have no end.
        if (name == "ask" || name == "mcp" || name == "serve") continue;
        if (sub->get_require_subcommand_min() == 0) commands.push_back({name, sub});
        add_commands(*sub, name + " ", commands);
    }
}

}  // namespace

std::vector<AskableCommand> askable_commands(Command const& app) {
    std::vector<AskableCommand> commands;
    add_commands(app, "", commands);
    return commands;
}

std::string in_one_word(std::string name) {
    std::ranges::replace_if(
        name, [](char c) { return c == '-' || c == ' '; }, '_');
    return name;
}

std::vector<OptionRow const*> question_keys(Command const& command) {
    std::vector<OptionRow const*> keys;
    for (bool const positional : {true, false})
        for (OptionRow const* option : options_of(command))
            if (!helps(*option) && option->spec().is_positional == positional)
                keys.push_back(option);
    return keys;
}

std::vector<KeyGroup> key_groups(Command const& command) {
    std::vector<KeyGroup> groups;
    for (Command const* group : option_groups_of(command)) {
        KeyGroup found{{}, group->get_require_option_min(), group->get_require_option_max()};
        for (auto const& option : group->rows())
            if (!helps(*option)) found.keys.push_back(option->spec().key);
        if (found.most == 0) found.most = found.keys.size();
        if (found.least > 0 || found.most < found.keys.size()) groups.push_back(std::move(found));
    }
    return groups;
}

}  // namespace clustersim
