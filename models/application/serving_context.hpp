// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/inference_plan.hpp"
#include "models/application/platform.hpp"
#include "models/application/roofline.hpp"
#include "models/application/serving_software.hpp"
#include "models/collective/network.hpp"
#include "sim/core/result.hpp"

namespace clustersim {

/// A device and its network, prepared for one precision.
struct ServingContext {
    DeviceCeilings ceilings;
    Network network;
    Group group;  ///< the tensor group
    Group all{};  ///< all devices of a replica
    ServingSoftware software{};
};

/// The context of a plan on a platform. Reports models that do not generate or have states instead of attention, heads
/// that do not divide, a precision that the device lacks, and groups that do not fill their nodes.
Result<ServingContext> serving_context(Transformer const& model,
                                       InferencePlan const& plan,
                                       Platform const& platform,
                                       ServingSoftware const& software = {});

}  // namespace clustersim
