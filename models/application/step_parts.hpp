// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/layer_time.hpp"
#include "models/application/layer_traffic.hpp"
#include "models/application/stage_traffic.hpp"
#include "models/application/stages.hpp"
#include "models/application/step_context.hpp"

#include <array>

namespace clustersim {

/// Results shared by plans on as many devices with equal widths (tensor, context, expert) and micro-batch,
/// whatever their stages, replicas, states and recomputation. A search computes them once for all of these plans.
struct StepParts {
    LayerTime layer;
    LayerTraffic traffic;
    KernelTime logits;
    Flop model_flop{};                    ///< of a sample
    std::array<Flop, 4> hardware_flop{};  ///< by Recompute
};
StepParts step_parts(Transformer const& model, Plan const& plan, StepContext const& context);

/// A plan's stages and what they hold.
struct StageParts {
    StageLayers layers;
    Held held;
    StageTraffic traffic;
};

}  // namespace clustersim
