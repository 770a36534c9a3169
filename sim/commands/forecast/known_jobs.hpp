// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/forecast/past_jobs.hpp"
#include "sim/history/past_job.hpp"
#include "sim/slurm/read/snapshot/queue_snapshot.hpp"
#include "sim/slurm/request/job_request.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// The job that a forecast is asked for.
struct AskedStart {
    slurm::JobRequest request;
    std::optional<std::size_t> record;  ///< in the snapshot; absent: a new job
    std::optional<std::int32_t> task;   ///< of an array; absent: its first pending one
};

/// All jobs that are known at a snapshot.
struct KnownJobs {
    Past past;              ///< Unix times
    std::size_t asked = 0;  ///< position of the job that is asked for
    std::vector<std::string> notes;
};

/// Merges the past of a site with its queue, by job id: of the past, the jobs that had ended by the snapshot; of the
/// snapshot, all jobs. The task of an array that waits is a job of its own. The jobs are known until the end of the past
/// (without one, until before all of them): of later submissions those that are gone are not known, so the others waited
/// or run longer than usual, and nothing is learned from them.
KnownJobs
known_jobs(slurm::QueueSnapshot const& snapshot, PastJobs const* past, AskedStart const& asked);

}  // namespace clustersim
