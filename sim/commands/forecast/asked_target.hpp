// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/forecast/forecast_question.hpp"
#include "sim/core/input_file.hpp"
#include "sim/core/result.hpp"
#include "sim/slurm/request/time_text.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// The job that is asked for, in the words of a user: one of the queue, or a new one.
struct AskedTarget {
    std::string job;                   ///< "123456", or "123456_7" for a task; empty: a new job
    GivenFile script;                  ///< of the new job; empty: none
    std::vector<std::string> options;  ///< of sbatch, such as "--nodes=8"
    std::string sbatch;                ///< further options, in one text
    std::string user;                  ///< who submits it; empty: nobody

    [[nodiscard]] bool describes_a_job() const {
        return !script.empty() || !options.empty() || !sbatch.empty() || !user.empty();
    }
};

/// Reads the target. Warnings about the script are added to `remarks`. Errors: both a job of the queue and a new one, or
/// neither; what is not a job ID; what sbatch refuses.
Result<ForecastTarget>
read_target(AskedTarget const& asked, slurm::Clock const& clock, Diagnostics& remarks);

}  // namespace clustersim
