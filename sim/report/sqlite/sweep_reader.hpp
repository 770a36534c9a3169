// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/sqlite/database.hpp"
#include "sim/study/sweep/stored_sweep.hpp"

#include <filesystem>
#include <span>
#include <string_view>

namespace clustersim {

/// Checks that an open file is one of a sweep, in tables as this version writes them. Errors: another process computes
/// the sweep; a file that cannot be read or is none of a sweep; tables of another version.
Result<void> check_sweep_layout(Database& file, std::filesystem::path const& path);

/// The answered points of a sweep with these metrics, from its result, a part, or the file of an unfinished sweep. Errors:
/// those of the layout; a damaged or changed file.
Result<StoredSweep> read_stored_sweep(std::filesystem::path const& path,
                                      std::span<std::string_view const> metrics,
                                      Database::Access access = Database::Access::read);

}  // namespace clustersim
