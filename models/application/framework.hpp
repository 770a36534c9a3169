// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

namespace clustersim {

/// What training software costs beyond the arithmetic: the few global constants of the step-time
/// model. The values of a run stand in the application's file with their source.
struct Framework {
    double gradient_overlap = 0.5;  ///< share of the backward pass that can hide gradient traffic
    Duration step_overhead{};       ///< per step: logging, loss and gradient-norm synchronisation
    Bytes reserve{};                ///< device memory taken by context, libraries and fragmentation
    double compute_spread = 0.10;   ///< relative uncertainty of the achieved compute ceilings
    double network_spread = 0.20;   ///< relative uncertainty of the achieved bandwidths
};

}  // namespace clustersim
