// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/plan.hpp"
#include "models/application/step_time.hpp"

#include <cstddef>

namespace clustersim {

/// A plan that a search found, and its predicted step.
struct FoundPlan {
    Plan plan;
    StepTime step;
    std::size_t equals = 0;  ///< further plans with exactly this step time and at least this memory
};

}  // namespace clustersim
