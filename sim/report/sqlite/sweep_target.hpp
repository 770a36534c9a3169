// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <filesystem>

namespace clustersim {

/// True if the header of a file is that of a sweep, in whatever version. SQLite is not asked: it would refuse a file that
/// is locked, or that a killed process left with a journal.
bool is_sweep_file(std::filesystem::path const& path);

/// Where the answers of a sweep are until its result is at `path`: beside the file that it leads to.
std::filesystem::path unfinished_sweep_path(std::filesystem::path const& path);

/// Checks, before the first point is computed, that a result of a sweep can be written to `path`. Errors: no such folder
/// or no permission; a file that is no result of a sweep, there or at a name that the sweep needs beside it; an
/// unfinished sweep, unless it is resumed.
Result<void> check_sweep_target(std::filesystem::path const& path, bool resume);

}  // namespace clustersim
