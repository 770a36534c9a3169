// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/framework.hpp"
#include "models/application/plan.hpp"
#include "models/application/transformer.hpp"
#include "sim/core/quantity.hpp"

namespace clustersim {

/// How the layers lie on stages: of the widest, and of those that hold the embedding and the logits.
struct StageLayers {
    double most = 0.0;
    double first = 0.0;
    double last = 0.0;
};
/// Layers of the widest piece of a stage; 0 where the layers do not fill the pieces: only the last piece may have
/// fewer than others, and only where the embedding and the logits count as layers.
int piece_layers(Transformer const& model, Plan const& plan);
/// Lets the embedding and the logits count as layers where layers alone do not fill the plan's stages; false where
/// that does not fill them either.
bool fill_stages(Transformer const& model, Plan& plan);
StageLayers stage_layers(Transformer const& model, Plan const& plan);

/// Weights that the fullest device holds.
struct Held {
    double dense = 0.0;   ///< of its layers without experts, of its table
    double expert = 0.0;  ///< of its experts
    double layers = 0.0;
    double trained_dense = 0.0;  ///< what of these changes: all, or adapters beside them
    double trained_expert = 0.0;

    [[nodiscard]] double all() const { return dense + expert; }
    [[nodiscard]] double trained() const { return trained_dense + trained_expert; }
};
Held held_by(Transformer const& model, Plan const& plan);

/// Weights of a model under a tensor width, counted once for many plans.
struct ModelWeights {
    double layer = 0.0;   ///< the mean layer, experts too
    double expert = 0.0;  ///< its experts
    double tables = 0.0;  ///< embeddings
};
ModelWeights weights_of(Transformer const& model, int tensor);
Held held_by(Transformer const& model, Plan const& plan, ModelWeights const& weights);

/// Bytes of one gradient on the network.
Bytes gradient_bytes(Plan const& plan, Framework const& framework);

}  // namespace clustersim
