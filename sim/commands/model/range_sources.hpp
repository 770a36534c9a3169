// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/step.hpp"

#include <span>
#include <string>

namespace clustersim {

/// Where the ranges of steps come from: a line for each point with the sources that make up a hundredth of the step or
/// more.
std::string range_sources(std::span<StepPoint const> points);

}  // namespace clustersim
