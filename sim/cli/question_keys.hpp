// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace clustersim {

class Command;
class OptionRow;

/// A command that a question can name, such as "fit waits".
struct AskableCommand {
    std::string name;
    Command const* command;
};

/// All commands that answer something, in the order of `--help`; `ask` itself is none, nor is a
/// server.
std::vector<AskableCommand> askable_commands(Command const& app);

/// "systems_show" of "systems show", for tools that want one word.
std::string in_one_word(std::string name);

/// The keys that a question to a command can have: its arguments, then its options.
std::vector<OptionRow const*> question_keys(Command const& command);

/// Keys of which some, and only some, must be given.
struct KeyGroup {
    std::vector<std::string> keys;
    std::size_t least;
    std::size_t most;
};

std::vector<KeyGroup> key_groups(Command const& command);

}  // namespace clustersim
