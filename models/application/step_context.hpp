// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/framework.hpp"
#include "models/application/plan.hpp"
#include "models/application/platform.hpp"
#include "models/application/roofline.hpp"
#include "models/collective/collective.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"

namespace clustersim {

/// A machine prepared for one precision, so that thousands of plans need no look-up.
struct StepContext {
    Roofline roofline;  ///< of the plan's precision
    Roofline rest;      ///< of the 16-bit work in FP8 training
    Network network;
    Framework framework;
    Bytes memory{};  ///< of a device
    int devices_per_node = 1;
    Bandwidth host{};  ///< of a device to its CPU, one direction; 0: unknown
};

/// Reports everything that is wrong with a plan: heads that do not divide, tensor parallelism wider
/// than the node, stages that do not divide the layers, a precision that the device lacks.
Result<StepContext> prepare_step(Application const& application,
                                 Platform const& platform,
                                 Plan const& plan,
                                 Spread spread = Spread::compact);

}  // namespace clustersim
