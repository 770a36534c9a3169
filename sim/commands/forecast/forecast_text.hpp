// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/forecast/forecast_answer.hpp"
#include "sim/commands/forecast/forecast_question.hpp"
#include "sim/slurm/read/snapshot/queue_snapshot.hpp"

#include <cstddef>
#include <string>

namespace clustersim {

/// When a job starts, in words: the range, why it waits, which smaller requests start sooner, and
/// what the answer rests on. Times are UTC. `width`: characters of a line of a table.
std::string forecast_text(ForecastAnswer const& answer,
                          ForecastQuestion const& question,
                          slurm::QueueSnapshot const& snapshot,
                          std::size_t width);

/// The same as one JSON document, `"schema": "clustersim/forecast/1"`.
std::string forecast_json(ForecastAnswer const& answer,
                          ForecastQuestion const& question,
                          slurm::QueueSnapshot const& snapshot);

}  // namespace clustersim
