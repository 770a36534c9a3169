// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
class Option;
}  // namespace CLI

namespace clustersim {

/// The subcommands of a program or command, in their order. CLI11 keeps groups of options among them, which have no
/// name and are left out, as are commands without a group, which `--help` hides.
std::vector<CLI::App const*> commands_of(CLI::App const& app);

/// The options and positional arguments of a command, including those in groups.
std::vector<CLI::Option const*> options_of(CLI::App const& app);

/// Whether a word must follow the option.
bool takes_value(CLI::Option const& option);

/// "FILE" of an option or a positional argument: what its value is.
std::string value_name(CLI::Option const& option);

/// "clustersim systems show" of a command that need not be in use.
std::string full_name(CLI::App const& app);

}  // namespace clustersim
