// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/snapshot.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {

/// The whole simulated queue of one replicate of a result.
struct RecordedQueue {
    slurm::Snapshot snapshot;  ///< at its end, with the accounting of all jobs
    std::vector<std::pair<std::string, std::int32_t>> study_jobs;  ///< names and job IDs
};

/// Whether an accounting record is of one of the study's jobs.
bool is_study_job(RecordedQueue const& queue, slurm::AccountingRecord const& record);

}  // namespace clustersim
