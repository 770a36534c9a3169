// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

#include <optional>

namespace clustersim {

/// Devices without links of their own copy through the host's memory, which they share.
struct Staging {
    Bandwidth pair{};    ///< that a device reaches if two of them communicate
    double falls = 1.0;  ///< n devices reach (2 / n)^falls of it; 1: they share one rate
};

/// Costs of NCCL between devices of one node, of a class of links that was measured; see models/collective/in_node.hpp.
struct InNodeTuning {
    Duration start{};                     ///< of a collective, before its first step
    Duration step{};                      ///< one step of LL or LL128 between two devices
    Duration ramp{};                      ///< added once a message fills the lines of all channels
    Duration fill{};                      ///< of the pipeline of Simple, before its first step
    double low_latency_share = 0.5;       ///< of the achieved bandwidth, that LL reaches
    double low_latency_128_share = 0.92;  ///< the same of LL128
    std::optional<Staging> staging;
};

}  // namespace clustersim
