// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/framework.hpp"
#include "models/application/plan.hpp"
#include "models/application/transformer.hpp"
#include "sim/core/quantity.hpp"

namespace clustersim {

/// Layers of the stages: of the widest, and of those that hold the embedding and the logits.
struct StageLayers {
    double most = 0.0;
    double first = 0.0;
    double last = 0.0;
};
/// Layers of the widest piece of a stage; 0 if the layers do not fill the pieces. Only the last piece may have
/// fewer layers than the others, and only if the embedding and the logits count as layers.
int piece_layers(Transformer const& model, Plan const& plan);
/// Counts the embedding and the logits as layers if the layers alone do not fill the plan's stages; false if this
/// does not fill them either.
bool fill_stages(Transformer const& model, Plan& plan);
StageLayers stage_layers(Transformer const& model, Plan const& plan);

/// Weights that the fullest device holds.
struct Held {
    double dense = 0.0;   ///< of its layers without experts and its table
    double expert = 0.0;  ///< of its experts
    double layers = 0.0;
    double tables = 0.0;         ///< of `dense`: embedding and logits
    double trained_dense = 0.0;  ///< of `dense`, those trained: all, or the adapters instead
    double trained_expert = 0.0;

    [[nodiscard]] double all() const { return dense + expert; }
    [[nodiscard]] double trained() const { return trained_dense + trained_expert; }
};
Held held_by(Transformer const& model, Plan const& plan);

/// Weights of a model under a tensor width, counted once for many plans.
struct ModelWeights {
    double layer = 0.0;   ///< the mean layer, experts included
    double expert = 0.0;  ///< its experts alone
    double tables = 0.0;  ///< embeddings
};
ModelWeights weights_of(Transformer const& model, int tensor);
Held held_by(Transformer const& model, Plan const& plan, ModelWeights const& weights);

/// Bytes of one gradient on the network.
Bytes gradient_bytes(Plan const& plan, Framework const& framework);

}  // namespace clustersim
