// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/claimed_outputs.hpp"

#include <filesystem>
#include <set>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
class Option;
}  // namespace CLI

namespace clustersim {

/// What an option writes. A sweep has further files beside its own.
enum class Output { file, folder, sweep };

/// Marks an option as the name of an output. Every option that writes has this mark, so that its file is never one that
/// the command reads.
CLI::Option* writes(CLI::Option* option, Output output = Output::file);

/// The outputs that a parsed command line asks for.
std::vector<OutputClaim> asked_outputs(CLI::App const& app);

/// The files and folders that exist among all words of a parsed command line, without links.
std::set<std::filesystem::path> named_files(CLI::App const& app);

}  // namespace clustersim
