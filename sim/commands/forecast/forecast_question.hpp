// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/forecast/past_jobs.hpp"
#include "sim/core/horizon.hpp"
#include "sim/history/waits/waits_model.hpp"
#include "sim/slurm/request/job_request.hpp"
#include "sim/workload/mix.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

namespace clustersim {

/// A job of the snapshot, by Slurm's id; of an array one task, or the first task to start.
struct QueuedTarget {
    std::int32_t job = 0;
    std::optional<std::int32_t> task;
};

struct ForecastQuestion {
    std::variant<QueuedTarget, slurm::JobRequest> target;
    std::optional<Instant> by;  ///< chance to have started by then; from the snapshot's origin
    std::size_t samples = 100;
    std::uint64_t seed = 1;
    bool later_jobs = true;  ///< false: nobody submits anything any more
    bool exact = false;  ///< keep the periods of the scheduler's loops however long the queue is
    bool alternatives = true;  ///< also smaller and shorter requests
    Horizon horizon = Horizon::days(7);
    bool friction = true;            ///< infer friction from the past and carry it
    PastJobs const* past = nullptr;  ///< for run times, later submissions and learned waits
    WaitsModel const* waits_model = nullptr;  ///< for learned waits, instead of fitting to the past
    bool learn = true;                        ///< false: simulate only
    Mix const* mix = nullptr;                 ///< for run times where the snapshot knows too few
};

}  // namespace clustersim
