// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/history/fit/log_question.hpp"
#include "sim/history/waits/waits_model.hpp"

#include <optional>

namespace clustersim {

struct FittedWaits {
    std::optional<WaitsModel> model;  ///< absent: interrupted
    Diagnostics notes;                ///< of the readers
};

/// Learns from all waits of logs with dates, as known when their last job ended. Errors: those of read_waits(); logs
/// without dates; too few waits, with what is needed (learn_waits()); what the library of the trees reports.
Result<FittedWaits> fit_waits(LogQuestion const& question, LearningOptions const& options);

}  // namespace clustersim
