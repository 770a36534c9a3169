// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
class Option;
}  // namespace CLI

namespace clustersim {

/// A command that a question can name, such as "fit waits".
struct AskableCommand {
    std::string name;
    CLI::App const* command;
};

/// All commands that answer something, in the order of `--help`; `ask` itself is none.
std::vector<AskableCommand> askable_commands(CLI::App const& app);

/// One key of a question: an option of its command, or a positional argument.
struct QuestionKey {
    enum class Kind { flag, integer, number, choice, text };

    std::string name;
    CLI::Option const* option;
    Kind kind = Kind::text;
    bool is_list = false;
    bool is_name = false;         ///< of a file, a machine …, so that no number is meant
    bool takes_document = false;  ///< also the document in place of its file
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    std::vector<std::string> choices;
};

std::vector<QuestionKey> question_keys(CLI::App const& command);

/// The key of an option: its long name without dashes, or the name of a positional argument in lower case.
std::string key_of(CLI::Option const& option);

/// Keys of which some, and only some, must be given.
struct KeyGroup {
    std::vector<std::string> keys;
    std::size_t least;
    std::size_t most;
};

std::vector<KeyGroup> key_groups(CLI::App const& command);

/// Why an option does not take a word; empty if it does.
std::string refusal(CLI::Option const& option, std::string word);

}  // namespace clustersim
