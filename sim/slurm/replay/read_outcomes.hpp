// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/core/time.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// One row of a table of outcomes (outcomes.hpp): the columns that mean something without the site.
struct OutcomeRow {
    std::int64_t number = 0;
    std::optional<std::int32_t> task;
    Instant submit;
    std::optional<Instant> start, end;  ///< of the last run
    std::int32_t nodes = 0;             ///< allocated
    std::int32_t cpus = 0;              ///< allocated
    std::int32_t gpus = 0;              ///< allocated
    std::string partition;
    std::string user;  ///< empty: the table does not say
    bool by_backfill = false;
};

/// Reads a table that write_outcomes_csv wrote, plain or compressed; its columns may have another order, and `user` and
/// `ngpus` may be absent. Reports every problem with line and column: another kind of table, a missing, unknown or
/// repeated column, a wrong value, a job that ends before it starts, a job twice, and a table that ends within a line
/// (CS0101); CS0302 for one without jobs.
Result<std::vector<OutcomeRow>> read_outcomes_csv(std::filesystem::path const& path);

}  // namespace clustersim::slurm
