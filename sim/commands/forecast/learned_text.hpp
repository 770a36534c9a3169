// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/forecast/forecast_answer.hpp"
#include "sim/commands/forecast/forecast_question.hpp"

#include <string>

namespace clustersim {

/// The range from the past, what it rests on, and which answer to trust. Times are UTC.
std::string learned_text(ForecastAnswer const& answer,
                         ForecastQuestion const& question,
                         slurm::QueueSnapshot const& snapshot);

}  // namespace clustersim
