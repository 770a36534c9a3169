// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/workload/arrival.hpp"

#include <functional>

namespace clustersim {

/// Receives one arrival, and its own random number uniform in [0, 1), from which all other random
/// properties of the job follow.
using ArrivalSink = std::function<void(Arrival const&, double chance)>;

}  // namespace clustersim
