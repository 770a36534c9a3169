// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/history/past_job.hpp"

#include <filesystem>

namespace clustersim::slurm {

/// Reads a table that write_outcomes_csv wrote, plain or compressed; its columns may have another
/// order, and `user` and `ngpus` may be absent. Reports every problem with line and column: another
/// kind of table, a missing, unknown or repeated column, a wrong value, a job that ends before it
/// starts, a job listed twice, and a table that ends within a line (CS0101); CS0302 for one without
/// jobs. The jobs are in the order of the table; start and end are those of the last run, sizes are
/// the allocated ones.
Result<Past> read_outcomes_csv(std::filesystem::path const& path);

}  // namespace clustersim::slurm
