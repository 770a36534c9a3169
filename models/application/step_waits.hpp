// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/step_time.hpp"
#include "sim/core/quantity.hpp"

namespace clustersim {

/// The step when its devices idle for `waiting` longer on average, not below zero: its rates fall, its other parts stay.
StepTime delayed(StepTime step, Duration waiting);
/// The step when bringing the samples of the next one takes so long beside it.
StepTime loaded(StepTime step, Duration loading);

}  // namespace clustersim
