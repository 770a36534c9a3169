// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/replay/replay.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// A table with the outcome of each job: job_id (12_3 for a task), submit_s, start_s, end_s, state,
/// nodelist, nnodes, ncpus, prio_last, partition, restarts, started_by, reason, user, ngpus. A refused
/// submission has the state REJECTED and sbatch's message as its reason.
std::string write_outcomes_csv(std::span<ReplayedJob const> jobs, Site const& site);

/// Number of jobs by outcome, for a summary.
struct OutcomeCounts {
    std::vector<std::pair<std::string, std::int64_t>> states;  ///< "COMPLETED", …, "REJECTED"
    /// Why jobs stay pending for ever or were refused, with their number and the first of them.
    struct Cause {
        std::string text;
        std::int64_t jobs = 0;
        std::int64_t first = 0;
    };
    std::vector<Cause> refused, waiting;
};
OutcomeCounts count_outcomes(std::span<ReplayedJob const> jobs);

}  // namespace clustersim::slurm
