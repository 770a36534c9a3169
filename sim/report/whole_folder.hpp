// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace clustersim {

/// The files of a folder by name.
using FolderFiles = std::map<std::string, std::string>;

/// What an earlier call wrote into a folder.
struct EarlierFolder {
    std::set<std::string> files;  ///< names; empty if there is nothing
    bool keep = false;            ///< better than what is to be written
};

/// Reads what is in a folder that exists and is not empty. Error CS0002 if it holds anything but unchanged files of an
/// earlier call: such a folder must not be replaced.
using FolderCheck = std::function<Result<EarlierFolder>(std::filesystem::path const& folder)>;

/// Checks in advance whether a folder can be written. Error CS0002 if it cannot be created or replaced. Restores or
/// removes what a killed program left next to it.
Result<void> check_whole_folder(std::filesystem::path const& folder, FolderCheck const& check);

/// The one writer of folders: the files are first written into a folder next to it, which then gets its name, so at
/// any time the folder is the earlier one or the new one. A link to a folder stays a link; an existing folder keeps
/// its mode and group. Two programs that write the same folder do not mix: the later one replaces the other's. Returns
/// false and writes nothing if the earlier one is to be kept.
Result<bool> write_whole_folder(std::filesystem::path const& folder,
                                FolderFiles const& files,
                                FolderCheck const& check);

/// The problem that a folder, or because of this file the folder around it, is not written.
Diagnostic cannot_write_folder(std::filesystem::path const& path, std::string const& why);

/// Error CS0002 if the folder holds a file that is not among these by name and hash. `mark`: the file with the hashes.
Result<void> check_only_unchanged(std::filesystem::path const& folder,
                                  std::string const& mark,
                                  std::map<std::string, std::string> const& hashes);

/// The bytes of a file, also if it is an output of the command; nothing if it cannot be read.
std::optional<std::string> bytes_of_own_file(std::filesystem::path const& file);

}  // namespace clustersim
