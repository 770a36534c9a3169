// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/replay/replay.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// A table of what became of each job: job_id (12_3 for a task), submit_s, start_s, end_s, state,
/// nodelist, nnodes, ncpus, prio_last, partition, restarts, started_by, reason. A refused submission has
/// the state REJECTED and sbatch's message as its reason.
std::string write_outcomes_csv(std::span<ReplayedJob const> jobs, Site const& site);

/// How many jobs came to what, for a summary.
struct OutcomeCounts {
    std::vector<std::pair<std::string, std::int64_t>> states;  ///< "COMPLETED", …, "REJECTED"
    /// Why jobs wait for ever or were refused, with how many and the first of them.
    struct Cause {
        std::string text;
        std::int64_t jobs = 0;
        std::int64_t first = 0;
    };
    std::vector<Cause> refused, waiting;
};
OutcomeCounts count_outcomes(std::span<ReplayedJob const> jobs);

}  // namespace clustersim::slurm
