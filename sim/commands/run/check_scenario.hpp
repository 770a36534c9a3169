// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/run/exercise.hpp"
#include "sim/config/document.hpp"
#include "sim/study/answered.hpp"
#include "sim/study/run_options.hpp"
#include "sim/study/study.hpp"

#include <cstddef>
#include <optional>

namespace clustersim {

/// Has a scenario or project errors, and do the answers of a scenario meet its `expect:`?
struct CheckQuestion {
    GivenDocument file;
    bool run = false;  ///< also run a scenario
};

/// A scenario or project without errors.
struct CheckAnswer {
    std::size_t runs = 0;
    std::size_t stages = 0;  ///< of a project; 0: it is a scenario
    std::size_t expectations = 0;
    std::optional<Exercise> exercise;
    std::optional<Study> study;  ///< of a scenario that was run
    /// Conditions that the study does not meet, with the task of an exercise that is not solved. They apply to complete
    /// answers only.
    Diagnostics unmet;
};

/// Checks the file. A project is checked on all its machines, without their queues.
Answered<CheckAnswer> check_scenario(CheckQuestion const& question, RunOptions const& options);

}  // namespace clustersim
