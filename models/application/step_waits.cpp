// SPDX-License-Identifier: Apache-2.0
#include "models/application/step_waits.hpp"

#include <algorithm>

namespace clustersim {
namespace {

/// The same work in more time.
void lengthen(StepTime& step, Duration waiting) {
    double const slower = step.total / (step.total + waiting);
    step.total += waiting;
    step.per_gpu *= slower;
    step.mfu *= slower;
    step.hfu *= slower;
    step.samples_per_second *= slower;
    step.tokens_per_second *= slower;
}

}  // namespace

StepTime delayed(StepTime step, Duration waiting) {
    lengthen(step, waiting);
    step.idle += waiting;
    step.low += waiting;
    step.high += waiting;
    return step;
}

StepTime loaded(StepTime step, Duration loading) {
    Duration const exposed = std::max(Duration{}, loading - step.total);
    lengthen(step, exposed);
    step.load += exposed;
    // A shorter step hides less of the loading.
    step.low = std::max(step.low, loading);
    step.high = std::max(step.high, loading);
    return step;
}

}  // namespace clustersim
