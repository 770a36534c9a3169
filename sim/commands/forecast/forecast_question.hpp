// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/forecast/past_jobs.hpp"
#include "sim/core/horizon.hpp"
#include "sim/history/waits/waits_model.hpp"
#include "sim/slurm/request/job_request.hpp"
#include "sim/workload/mix.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <variant>

namespace clustersim {

/// A job of the snapshot, by Slurm's id; of an array one task, or the first task to start.
struct QueuedTarget {
    std::int32_t job = 0;
    std::optional<std::int32_t> task;
};

/// A job of the queue, or a new one.
using ForecastTarget = std::variant<QueuedTarget, slurm::JobRequest>;

struct ForecastQuestion {
    ForecastTarget target;
    std::optional<Instant> by;  ///< chance to have started by then; from the snapshot's origin
    std::size_t samples = 100;
    std::uint64_t seed = 1;
    bool later_jobs = true;  ///< false: nobody submits anything any more
    bool exact = false;  ///< keep the periods of the scheduler's loops however long the queue is
    bool alternatives = true;  ///< also smaller and shorter requests
    Horizon horizon = Horizon::days(7);
    bool friction = true;                  ///< infer friction from the past and carry it
    bool learn = true;                     ///< false: simulate only
    std::shared_ptr<PastJobs const> past;  ///< for run times, later submissions and learned waits
    std::shared_ptr<WaitsModel const>
        waits_model;                 ///< for learned waits, instead of fitting to the past
    std::shared_ptr<Mix const> mix;  ///< for run times where the snapshot knows too few
};

}  // namespace clustersim
