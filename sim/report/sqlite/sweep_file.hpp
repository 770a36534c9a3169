// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/sqlite/sweep_tables.hpp"
#include "sim/report/sqlite/sweep_target.hpp"
#include "sim/study/sweep/sweep_store.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>

namespace clustersim {

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
