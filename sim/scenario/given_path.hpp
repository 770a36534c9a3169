// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace clustersim {

/// A name, or a path of the command line, in the form in which a scenario in `folder` finds the same file: paths in a
/// scenario start in its folder, those of a command line in the current one.
std::string given_path(std::string const& name_or_path, std::filesystem::path const& folder);

/// The same of the value of KEY=VALUE, if it is surely a path: it begins with ./ or ../, or is the name of a YAML file.
std::string given_setting(std::string const& assignment, std::filesystem::path const& folder);

}  // namespace clustersim
