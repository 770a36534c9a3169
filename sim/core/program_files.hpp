// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

namespace clustersim {

/// The file that this process runs; empty if the system does not tell.
std::filesystem::path own_program();

/// A file that is built with the program: in this folder or one of a few above it (a build), or in libexec/ next to bin/ or
/// lib/ (installed).
std::optional<std::filesystem::path> find_companion(std::filesystem::path folder, char const* name);

/// The folders in which an installed program, or one in its build folder, has its companions.
struct CompanionFolders {
    std::filesystem::path beside;
    std::filesystem::path libexec;
};
CompanionFolders companion_folders();

}  // namespace clustersim
