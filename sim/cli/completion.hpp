// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"

#include <span>
#include <string>

namespace clustersim {

class Command;

/// What can follow on a command line, for the shells' completion scripts: a line for each word with a tab and its
/// description, then `:files` or `:folders` if the shell is to add those. `words` are those after the program's name,
/// the last one up to the cursor.
std::string
completions(Command const& app, DataFolders const& data, std::span<std::string const> words);

/// The command that completion scripts run: `clustersim __complete WORD…`.
constexpr char const* complete_command = "__complete";

}  // namespace clustersim
