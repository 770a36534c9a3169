// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"

#include <filesystem>
#include <string>

namespace clustersim {

class Command;

/// Writes all manual pages into man1/ and man7/ of the folder.
void write_man_pages(Command const& app,
                     std::filesystem::path const& folder,
                     CommandContext& context);

/// Prints the manual page of a command or topic; of the program if the name is empty. An unknown name is a usage error.
void print_man_page(Command const& app, std::string const& name, CommandContext& context);

}  // namespace clustersim
