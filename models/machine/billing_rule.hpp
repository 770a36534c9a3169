// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace clustersim {

/// The unit of a queue of a quantum computer: its time is charged, that of the nodes is not.
inline constexpr std::string_view qpu_seconds = "QPU-s";

/// How a site converts an allocation into the unit it charges.
struct BillingRule {
    std::string unit;            ///< "GPU-h", "node-h", "core-h", "BU"
    double per_node_hour = 0.0;  ///< price of a whole node; 0: charged by the parts below
    double per_gpu_hour = 0.0;   ///< per schedulable device
    double per_core_hour = 0.0;
    double per_gib_hour = 0.0;
    int core_step = 1;                 ///< cores are charged in multiples of this, rounded up
    std::optional<Bytes> memory_step;  ///< the same for memory; absent: to the byte
    /// max: only the most expensive of the GPU, core and memory shares counts (Slurm's MAX_TRES);
    /// sum: all are added.
    enum class Combine { max, sum } combine = Combine::max;
};

}  // namespace clustersim
