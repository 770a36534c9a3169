// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/forecast/forecast_answer.hpp"
#include "sim/commands/forecast/forecast_question.hpp"
#include "sim/core/result.hpp"
#include "sim/slurm/read/snapshot/queue_snapshot.hpp"
#include "sim/study/work.hpp"

namespace clustersim {

/// Forecasts the start of a job from a snapshot. The work counts samples. The same question gives the same answer with
/// any number of workers. Fails if the job is not in the snapshot, has ended, or could never be submitted.
Result<ForecastAnswer>
forecast(slurm::QueueSnapshot const& snapshot, ForecastQuestion const& question, Work const& work);

}  // namespace clustersim
