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
    double fits = 1.0;       ///< probability that it fits in memory (memory_fit.hpp)
    bool spares = true;      ///< leaves the margin that the search asks for
    std::size_t equals = 0;  ///< further plans with exactly this step time and at least this memory

    /// Time of a step over the probability that there is one.
    [[nodiscard]] Duration expected() const { return step.total * (1.0 / fits); }
};

}  // namespace clustersim
