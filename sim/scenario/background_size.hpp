// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/core/time.hpp"
#include "sim/workload/background.hpp"

namespace clustersim {

/// A problem without a place if the background load would have more jobs than can be simulated, for example jobs of one
/// second on a large machine.
Result<void>
check_background_size(Mix const& mix, PartitionShape const& partition, double load, Seconds span);

}  // namespace clustersim
