// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/sqlite/sweep_tables.hpp"
#include "sim/study/sweep/sweep_store.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>

namespace clustersim {

/// Where the answers of a sweep are until its result is at `path`.
std::filesystem::path unfinished_sweep_path(std::filesystem::path const& path);

/// Checks, before the first point is computed, that a result of a sweep can be written to `path`. Errors: no such folder
/// or no permission; a file that is no result of a sweep; an unfinished sweep, unless it is resumed.
Result<void> check_sweep_target(std::filesystem::path const& path, bool resume);

/// The store of a sweep whose result will be `path`. Until it is finished, the answers are in unfinished_sweep_path(), one
/// transaction for each block. A part stays in that form when it is finished. With `resume`, the answers that are there
/// are kept; nothing is returned if the result is complete already. Errors: another process computes the same sweep; the
/// answers are of another sweep or version.
Result<std::unique_ptr<SweepStore>> open_sweep_file(std::filesystem::path const& path,
                                                    SweepIdentity const& identity,
                                                    SweepFileKind kind,
                                                    bool resume);

/// True if `path` is a finished file of the same sweep. Errors: it is of another sweep or version. Anything else is
/// false.
Result<bool> is_finished_sweep(std::filesystem::path const& path, SweepIdentity const& identity);

}  // namespace clustersim
