// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/workload/arrival.hpp"

#include <functional>

namespace clustersim {

/// Takes one arrival, and a number uniform in [0, 1) of its own that decides what else is random
/// about the job.
using ArrivalSink = std::function<void(Arrival const&, double chance)>;

}  // namespace clustersim
