// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

#include <optional>
#include <string>

namespace clustersim {

/// How a site turns an allocation into the unit it charges.
struct BillingRule {
    std::string unit;            ///< "GPU-h", "node-h", "core-h", "BU"
    double per_node_hour = 0.0;  ///< whole-node use; 0 = charged by the parts below
    double per_gpu_hour = 0.0;   ///< per schedulable device
    double per_core_hour = 0.0;
    double per_gib_hour = 0.0;
    int core_step = 1;                 ///< cores are charged in multiples of this, rounded up
    std::optional<Bytes> memory_step;  ///< memory likewise; absent: to the byte
    /// max: the dearest of gpu/core/memory shares counts (Slurm's MAX_TRES); sum: all add up.
    enum class Combine { max, sum } combine = Combine::max;
};

}  // namespace clustersim
