// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/step.hpp"

#include <string>

namespace clustersim {

/// The software that is assumed, and faster plans than those of the points; a plan that another point shows is not named.
std::string step_notes(StepAnswer const& answer);

}  // namespace clustersim
