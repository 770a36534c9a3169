// SPDX-License-Identifier: Apache-2.0
//
// The layers and weights that a device of a plan holds.
//
// Equation. Each stage has layers / pipeline layers. If the embedding and the logits count as layers, each has
// (layers + 2) / pipeline, rounded up; the first stage holds one less, and the last stage holds one less and
// as many less as whole pieces lack. The tensor group divides matrices and tables, the expert group the experts.
// Source. Narayanan et al., SC21, section 2; DeepSpeed's pipeline engine and Megatron-Core's pipeline layouts for
// the embedding and the logits.
// Domain. Plans that prepare_step accepts.
#include "models/application/stages.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {

int piece_layers(Transformer const& model, Plan const& plan) {
    int const pieces = plan.pipeline * plan.virtual_stages;
    bool const ends = plan.ends_as_layers && plan.pipeline > 1;
    int const dealt = model.depth() + (ends ? 2 : 0);
    int const most = (dealt + pieces - 1) / pieces;
    int const missing = most * pieces - dealt;
    return missing == 0 || (ends && missing < most) ? most : 0;
}

bool fill_stages(Transformer const& model, Plan& plan) {
    for (bool const ends : {false, true}) {
        plan.ends_as_layers = ends;
        if (piece_layers(model, plan) > 0) return true;
    }
    return false;
}

StageLayers stage_layers(Transformer const& model, Plan const& plan) {
    double const pieces = static_cast<double>(plan.pipeline) * plan.virtual_stages;
    if (plan.ends_as_layers && plan.pipeline > 1) {
        double const dealt = model.depth() + 2.0;
        double const piece = std::ceil(dealt / pieces);
        double const all = piece * plan.virtual_stages;
        double const last = all - 1.0 - (piece * pieces - dealt);
        return {plan.pipeline > 2 ? all : all - 1.0, all - 1.0, last};
    }
    double const most = std::ceil(static_cast<double>(model.depth()) / plan.pipeline);
    return {most, most, most};
}

ModelWeights weights_of(Transformer const& model, int tensor) {
    return {layer_parameters(model), expert_parameters(model), embedding_parameters(model, tensor)};
}

Held held_by(Transformer const& model, Plan const& plan) {
    return held_by(model, plan, weights_of(model, plan.tensor));
}

Held held_by(Transformer const& model, Plan const& plan, ModelWeights const& weights) {
    Held held;
    held.layers = stage_layers(model, plan).most;
    // With several stages no device holds more than one of the two tables.
    double const tables =
        weights.tables * (plan.pipeline > 1 && !model.tied_embeddings ? 0.5 : 1.0);
    held.dense = ((weights.layer - weights.expert) * held.layers + tables) / plan.tensor;
    held.tables = tables / plan.tensor;
    held.expert = weights.expert * held.layers / plan.expert_parts() / plan.expert;
    held.trained_dense = held.dense;
    held.trained_expert = held.expert;
    if (plan.adapters > 0) {
        double const attended = held.layers * model.attention_share();
        held.trained_dense = attended * adapter_parameters(model, plan.adapters) / plan.tensor;
        held.trained_expert = 0.0;
    }
    return held;
}

Bytes gradient_bytes(Plan const& plan, Framework const& framework) {
    if (framework.gradient.si() <= 0.0) return gradient_size(plan.precision);
    return std::max(framework.gradient, activation_size(plan.precision));
}

}  // namespace clustersim
