// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/step_time.hpp"
#include "sim/core/quantity.hpp"

namespace clustersim {

/// The step if its devices idle for `waiting` longer on average, not below zero: its rates fall, its other parts do not
/// change.
StepTime delayed(StepTime step, Duration waiting);
/// The step if loading the samples of the next step takes `loading` at the same time.
StepTime loaded(StepTime step, Duration loading);

}  // namespace clustersim
