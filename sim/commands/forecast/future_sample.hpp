// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/forecast/carried_friction.hpp"
#include "sim/commands/forecast/forecast_question.hpp"
#include "sim/commands/forecast/later_submissions.hpp"
#include "sim/commands/forecast/run_lengths.hpp"
#include "sim/commands/forecast/starting_point.hpp"
#include "sim/slurm/read/snapshot/queue_snapshot.hpp"
#include "sim/slurm/request/job_reason.hpp"
#include "sim/study/work.hpp"

#include <cstdint>
#include <map>
#include <optional>

namespace clustersim {

/// What one sample showed.
struct SampledStart {
    std::optional<Seconds> wait;
    std::map<slurm::Reason, std::int64_t> seconds;  ///< waited for each reason
};

/// What is sampled: run times of the jobs of the snapshot, and later submissions.
struct SampledFuture {
    slurm::QueueSnapshot const& snapshot;
    ForecastQuestion const& question;
    Work const& work;
    RunLengths const& runs;
    LaterSubmissions const* later;    ///< null: nobody submits any more
    CarriedFriction const* friction;  ///< null: none
};

/// The future of that number, simulated until the job has started or the horizon is reached.
SampledStart
sample_start(StartingPoint const& start, SampledFuture const& future, std::uint64_t number);

}  // namespace clustersim
