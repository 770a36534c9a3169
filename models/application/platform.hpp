// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/core/result.hpp"

namespace clustersim {

/// The part of a machine that matters to a training job.
struct Platform {
    NodeType node;
    Accelerator accelerator;
    FabricParameters fabric;
};

/// Fails on a partition without accelerators.
Result<Platform> platform_of(System const& system, Partition const& partition);

}  // namespace clustersim
