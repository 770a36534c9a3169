// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/claimed_outputs.hpp"

#include <filesystem>
#include <set>
#include <vector>

namespace clustersim {

class Command;

/// The outputs that a parsed command line asks for.
std::vector<OutputClaim> asked_outputs(Command const& app);

/// The files and folders that exist among all words of a parsed command line, without links.
std::set<std::filesystem::path> named_files(Command const& app);

}  // namespace clustersim
