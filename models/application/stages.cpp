// SPDX-License-Identifier: Apache-2.0
//
// What a device of a plan holds.
//
// Equation. Stages have layers / pipeline layers each, or where the embedding and the logits take a layer's
// place (layers + 2) / pipeline, of which the first and last stage hold one less. The tensor group divides
// matrices and tables, the expert group the experts.
// Source. Narayanan et al., SC21, section 2; DeepSpeed's pipeline engine for the places of the ends.
// Domain. Plans that prepare_step accepts.
#include "models/application/stages.hpp"

#include <cmath>

namespace clustersim {

StageLayers stage_layers(Transformer const& model, Plan const& plan) {
    if (plan.ends_as_layers && plan.pipeline > 1) {
        double const most = std::ceil((model.layers + 2.0) / plan.pipeline);
        return {most, most - 1.0, most - 1.0};
    }
    double const most = std::ceil(static_cast<double>(model.layers) / plan.pipeline);
    return {most, most, most};
}

Held held_by(Transformer const& model, Plan const& plan) {
    Held held;
    held.layers = stage_layers(model, plan).most;
    double const experts = expert_parameters(model);
    // With several stages no device holds more than one of two tables.
    double const tables = embedding_parameters(model, plan.tensor) *
                          (plan.pipeline > 1 && !model.tied_embeddings ? 0.5 : 1.0);
    held.dense = ((layer_parameters(model) - experts) * held.layers + tables) / plan.tensor;
    held.expert = experts * held.layers / plan.tensor / plan.expert;
    return held;
}

Bytes gradient_bytes(Plan const& plan, Framework const& framework) {
    return framework.gradient.si() > 0.0 ? framework.gradient : gradient_size(plan.precision);
}

}  // namespace clustersim
