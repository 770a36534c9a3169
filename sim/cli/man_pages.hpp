// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

class Command;

/// Writes all manual pages into man1/ and man7/ of the folder.
void write_man_pages(Command const& app,
                     std::filesystem::path const& folder,
                     CommandContext& context);

/// The manual page of a command or topic; of the program if the name is empty. Nothing for an unknown name.
std::optional<std::string> man_page_named(Command const& app, std::string_view name);
std::vector<std::string> names_of_man_pages(Command const& app);

}  // namespace clustersim
