// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/stage_traffic.hpp"
#include "models/application/stages.hpp"
#include "models/application/step_time.hpp"
#include "models/application/traffic.hpp"

#include <array>

namespace clustersim {

/// What plans on as many devices have in common whose widths (tensor, context, expert) and micro-batch are equal,
/// however their stages, replicas, states and recomputation differ. A search computes it once for all of them.
struct StepParts {
    LayerTime layer;
    LayerTraffic traffic;
    KernelTime logits;
    Flop model_flop{};                    ///< of a sample
    std::array<Flop, 3> hardware_flop{};  ///< by Recompute
};
StepParts step_parts(Transformer const& model, Plan const& plan, StepContext const& context);

/// What a plan's stages are and hold.
struct StageParts {
    StageLayers layers;
    Held held;
    StageTraffic traffic;
};

/// step_time of parts that are known, without its memory.
StepTime step_time(Transformer const& model,
                   Plan const& plan,
                   StepContext const& context,
                   StepParts const& parts,
                   StageParts const& stage);

/// memory_use of weights that are counted.
MemoryUse memory_use(Transformer const& model,
                     Plan const& plan,
                     Framework const& framework,
                     Held const& held);

}  // namespace clustersim
