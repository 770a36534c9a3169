// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

namespace clustersim {

/// The file that this process runs; empty if the system does not tell.
std::filesystem::path own_program();

/// By which this process starts itself once more: still the running file if another version has been installed meanwhile.
std::filesystem::path program_to_restart();

/// A file that is built with the program: in this folder or one of a few above it (a build), or in libexec/ next to bin/ or
/// lib/ (installed).
std::optional<std::filesystem::path> find_companion(std::filesystem::path folder, char const* name);

/// The folders in which an installed program, or one in its build folder, has its companions. `libraries` is only in trees
/// that bring the libraries of their programs.
struct CompanionFolders {
    std::filesystem::path beside;
    std::filesystem::path libexec;
    std::filesystem::path libraries;
};
CompanionFolders companion_folders();

}  // namespace clustersim
