// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/snapshot.hpp"
#include "sim/study/result_replay.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace clustersim {

/// The whole simulated queue of one replicate of a result.
struct RecordedQueue {
    slurm::Snapshot snapshot;  ///< at its end, with the accounting of all jobs
    std::vector<std::pair<std::string, std::int32_t>> study_jobs;  ///< names and job IDs
};

/// Simulates a replicate again until its window is over and the study's jobs have ended, at most 60 days later. Errors
/// are those of stored_replicate.
Result<RecordedQueue>
recorded_queue(std::filesystem::path const& folder, std::size_t run, std::uint64_t replicate);

/// Whether an accounting record is of one of the study's jobs.
bool is_study_job(RecordedQueue const& queue, slurm::AccountingRecord const& record);

}  // namespace clustersim
