// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/controller.hpp"
#include "sim/slurm/controller/failure_log.hpp"
#include "sim/slurm/read/accounting/imported_jobs.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// The outcome of a job of a trace, or of one task of an array. Times are those of the trace.
struct ReplayedJob {
    std::int64_t number = 0;
    std::optional<std::int32_t> task;
    Instant submit;
    std::optional<Instant> start, end;      ///< of the last run
    std::optional<JobState> state;          ///< absent: the submission was refused
    Reason reason = Reason::none;           ///< why it is still pending, or how it ended
    std::string refusal;                    ///< sbatch's message
    std::optional<std::int32_t> partition;  ///< where it ran, or was last pending
    std::vector<std::int32_t> nodes;        ///< indices, ascending
    std::int32_t cpus = 0;
    std::int32_t gpus = 0;
    std::int32_t restarts = 0;
    std::uint32_t priority = 0;
    StartedBy started_by = StartedBy::nobody;
    std::string user;
};

struct ReplayOptions {
    Phases phases;
    CycleMode cycles = CycleMode::fast;
    std::uint64_t seed = 1;             ///< of the failures of nodes
    std::function<bool()> interrupted;  ///< called from time to time; may be empty
};

struct ReplayedJobs {
    std::vector<ReplayedJob> jobs;  ///< in the order of the trace, tasks by index
    FailureLog failures;            ///< until the last job ended; times are those of the trace
    Instant end;                    ///< of the replay
    bool interrupted = false;
};

/// Submits the jobs of a trace to an emulated Slurm and runs it until nothing more can happen. Jobs
/// that are then still pending can never start: they are listed with their reason. A dependency on
/// a job that was refused, or that comes later in the trace, is one on a job unknown to Slurm, and
/// counts as fulfilled (spec 1.10.2).
ReplayedJobs replay_jobs(std::shared_ptr<Site const> site,
                         std::span<ImportedJob const> jobs,
                         ReplayOptions const& options = {});

}  // namespace clustersim::slurm
