// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/job_story.hpp"
#include "sim/slurm/controller/job_view.hpp"
#include "sim/slurm/controller/smaller_request.hpp"
#include "sim/slurm/controller/snapshot.hpp"
#include "sim/study/result_replay.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace clustersim {

/// A job of a simulated queue of a result.
struct JobQuestion {
    std::filesystem::path folder;  ///< of the result
    std::size_t run = 0;           ///< position among the result's variants
    std::uint64_t replicate = 0;
    std::string job;  ///< a Slurm job ID, or the name of one of the study's jobs
};

/// A waiting job and the queue around it at one moment.
struct WaitingJob {
    slurm::Snapshot queue;
    slurm::JobView job;
};

/// What happened to a job and why it waited.
struct JobExplanation {
    slurm::Snapshot at_submission;
    std::optional<slurm::JobView> job;  ///< as submitted
    std::vector<slurm::JobStory>
        stories;  ///< one for the job or for each array task; each with events
    std::optional<WaitingJob>
        waiting;  ///< the queue just after its first start estimate; absent: no wait
    std::vector<slurm::RequestTrial> trials;  ///< smaller requests; empty: none is possible
};

/// sbatch refused the job.
struct JobRefused {};

/// There is no such job in that queue.
struct NoSuchJob {
    Diagnostics problem;
};

using JobAnswer = std::variant<JobExplanation, JobRefused, NoSuchJob>;

/// Simulates a replicate of a result again and follows one of its jobs until it has ended, for at most 30 days after
/// the window. Errors are those of replay_result.
Result<JobAnswer> explain_job(JobQuestion const& question);

}  // namespace clustersim
