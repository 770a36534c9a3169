// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/metric.hpp"

#include <string>

namespace clustersim {

/// Which bound of an expectation a value breaks.
enum class BrokenBound { at_least, at_most };

/// The broken bound in words for students: "memory per GPU: 50.5 GB of 40 GB", "wait: surely 1 h 8 min shorter; 3 h are
/// needed".
std::string broken_bound_text(Metric const& metric, double value, BrokenBound broken, double bound);

}  // namespace clustersim
