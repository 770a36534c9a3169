// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/layer_traffic.hpp"
#include "models/application/stages.hpp"
#include "models/application/step_context.hpp"

#include <array>

namespace clustersim {

/// Gradients summed and weights sent back, once a step.
struct Reduction {
    Bucketed gradients;
    Bucketed weights;  ///< of states that are split only after the step
};

/// Messages of a stage's device outside its layers, before any overlap. Plans that differ only in
/// recomputation share it.
struct StageTraffic {
    Duration message{};             ///< to the next stage, one micro-batch, one direction
    Duration table{};               ///< gradients of the two copies of the shared table
    std::array<Reduction, 2> once;  ///< of dense weights, of experts
    Duration gather{};              ///< of a layer whose states are always split
    Duration scatter{};
    Duration across{};  ///< of a layer, between devices that hold the same part of its states
};
/// The part between replicas: of what a device holds, in pieces of `held.layers`.
StageTraffic replica_traffic(Plan const& plan, StepContext const& context, Held const& held);
StageTraffic stage_traffic(Transformer const& model,
                           Plan const& plan,
                           StepContext const& context,
                           Held const& held);

}  // namespace clustersim
