// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/stages.hpp"
#include "models/application/step_time.hpp"
#include "models/application/traffic.hpp"

#include <array>

namespace clustersim {

/// Gradients summed and weights sent back once a step.
struct Reduction {
    Bucketed gradients;
    Bucketed weights;  ///< of states that are split after the step
};

/// What a device of a stage sends outside its layers, before any of it is hidden. Plans that differ in
/// recomputation only have it in common.
struct StageTraffic {
    Duration message{};             ///< to the next stage, one micro-batch, one direction
    Duration table{};               ///< gradients of the two copies of one table
    std::array<Reduction, 2> once;  ///< of what is no expert, of experts
    Duration gather{};              ///< of a layer whose states are split all the time
    Duration scatter{};
    Duration across{};  ///< between those that hold the same part, once a step
};
StageTraffic stage_traffic(Transformer const& model,
                           Plan const& plan,
                           StepContext const& context,
                           Held const& held);

}  // namespace clustersim
