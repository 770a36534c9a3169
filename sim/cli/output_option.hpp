// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/claimed_outputs.hpp"

#include <filesystem>
#include <set>
#include <vector>

namespace clustersim {

class Command;

/// The outputs that a question to this command asks for.
std::vector<OutputClaim> asked_outputs(Command const& asked);

/// The files and folders that exist among all values of the question, without links.
std::set<std::filesystem::path> named_files(Command const& asked);

/// What the texts that the question holds call themselves.
std::set<std::string> held_texts(Command const& asked);

}  // namespace clustersim
