// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic, traffic and parameters of a decoder.
//
// Equations, for s tokens, width h, feed-forward width f, key/value width k, vocabulary V:
//   forward of a layer   2 s h (2h + 2k) + 4 s^2 h + 4 s h f (6 s h f with SwiGLU)
//   forward of logits    2 s h V
//   backward             twice the forward
// With f = 4h and full heads this is the 96 B s l h^2 (1 + s/6h + V/16lh) of Megatron, including its
// fourth pass for full recomputation, or 72 without. The count is of the full score matrix, as
// frameworks print it, although fused causal attention computes half of it.
// A latent attention of ranks q and c, with head widths n + r of queries and keys and v of values, has
//   h q + q a (n + r) + h (c + r) + c a (n + v) + a v h weights for a heads; scores and values take 2 s^2 a (n + r + v).
// A state-space layer of inner width d, g groups and N numbers of state computes chunks of Q tokens as
//   products: 2 s (Q g N + Q d + 2 N d), in addition to projections of h (2d + 2gN + heads) and d h.
// A window of w tokens reduces the full count from s to 2 w, because the causal half stays in the
// count.
// Source. Narayanan et al., "Efficient large-scale language model training on GPU clusters using
// Megatron-LM", SC21, section 3.2; Korthikanti et al., "Reducing activation recomputation in large
// transformer models", 2022, appendix A; Dao, "FlashAttention-2", 2023, for fused attention; DeepSeek-AI,
// "DeepSeek-V2", 2024, section 2.1, for latent attention, and "DeepSeek-V3", 2024, section 2.2, for layers that
// predict further tokens (a projection of twice the width, a layer, the logits again); Dao and Gu, "Transformers
// are SSMs", 2024, section 6, for state spaces; Dosovitskiy et al., "An image is worth 16x16 words", 2021, section 3.1, for
// tokens that are linear maps of patches; Peebles and Xie, "Scalable diffusion models with transformers", 2023, section
// 3.2, for layers modulated by a condition (adaLN-Zero: a map of h to 6h numbers for each sample and layer).
// Domain. Layers in any order: each stage gets mean layers.
#include "models/application/transformer.hpp"

#include <algorithm>

namespace clustersim {
namespace {

double norm_parameters(Transformer const& model) {
    return (model.norm == Norm::layer ? 2.0 : 1.0) * model.hidden;
}

/// Weights of the matrices around the attention.
double attention_weights(Transformer const& model) {
    double const h = model.hidden;
    if (!model.latent) {
        return h * (model.query_width() + model.key_width() + model.value_width() +
                    model.mixed_width());
    }
    LatentAttention const& latent = *model.latent;
    double const rank = latent.queries;
    double const queries = rank > 0.0 ? rank * (h + model.query_width()) : h * model.query_width();
    double const keys =
        latent.keys * (static_cast<double>(model.heads) * (latent.plain + latent.value) + h) +
        h * latent.rotary;
    return queries + keys + model.mixed_width() * h;
}

/// Norms of the compressed numbers of a latent attention.
double attention_norms(Transformer const& model) {
    return model.latent ? model.latent->queries + model.latent->keys : 0.0;
}

/// Weights of the matrices of a state-space layer.
double state_weights(Transformer const& model) {
    StateSpace const& space = model.state_space;
    double const in = space.inner() + space.convolved() +
                      space.heads;  // a gate, the input of the convolution, steps
    return model.hidden * (in + space.inner());
}

/// Weights of a state-space layer outside its matrices: convolution with bias, steps, decays, skips,
/// norm.
double state_vectors(Transformer const& model) {
    StateSpace const& space = model.state_space;
    return (space.convolution + 1.0) * space.convolved() + 3.0 * space.heads + space.inner();
}

/// Projections of tokens to the width of the experts and back.
double latent_projections(Transformer const& model) {
    return 2.0 * model.hidden * model.experts.latent;
}

/// Weights of the feed-forward matrices that one token passes through, mean over all layers.
double active_ffn_weights(Transformer const& model) {
    double const per_width = model.ffn_matrices() * model.hidden;
    Experts const& experts = model.experts;
    double const each = model.ffn_matrices() * model.expert_width() * experts.ffn;
    double const routed = each * experts.per_token + per_width * experts.shared_width() +
                          latent_projections(model) +
                          static_cast<double>(model.hidden) * experts.count;  // the router
    return model.expert_share() * routed + model.dense_share() * per_width * model.ffn;
}

double one_expert(Transformer const& model) {
    double const gates = model.ffn_matrices() - 1.0;
    return model.ffn_matrices() * model.expert_width() * model.experts.ffn +
           (model.biases ? gates * model.experts.ffn + model.expert_width() : 0.0);
}

/// Weights that project the two halves which a layer for a further token takes as input.
double projection_parameters(Transformer const& model) {
    return 2.0 * model.hidden * model.hidden;
}

}  // namespace

double Transformer::seen_share() const {
    if (window <= 0 || windowed_layers <= 0) return 1.0;
    double const all = attention_share() * layers;
    double const part = std::min(1.0, (encoder ? 1.0 : 2.0) * window / span());
    return 1.0 - windowed_layers / all * (1.0 - part);
}

int Transformer::padded_vocabulary(int tensor) const {
    int const multiple = vocabulary_multiple * tensor;
    return (vocabulary + multiple - 1) / multiple * multiple;
}

double expert_parameters(Transformer const& model) {
    return model.expert_share() * model.experts.count * one_expert(model);
}

double layer_parameters(Transformer const& model) {
    double const h = model.hidden;
    double const gates = model.ffn_matrices() - 1.0;
    double const share = model.expert_share();
    double const dense = model.dense_share();
    double const shared_width = model.experts.shared_width();
    double const width = share * shared_width + dense * model.ffn;
    double const of_attention = model.query_width() + model.key_width() + model.value_width() + h;
    double const biases = model.biases ? model.attention_share() * of_attention + gates * width +
                                             (dense + (shared_width > 0.0 ? share : 0.0)) * h
                                       : 0.0;
    double const modulation = model.modulated ? 6.0 * h * (h + 1.0) : 0.0;
    return modulation +
           model.attention_share() * (attention_weights(model) + attention_norms(model)) +
           model.state_share() * (state_weights(model) + state_vectors(model)) +
           model.ffn_matrices() * h * width + biases + model.blocks() * norm_parameters(model) +
           share * (h * model.experts.count + latent_projections(model)) + expert_parameters(model);
}

double embedding_parameters(Transformer const& model, int tensor) {
    double const h = model.hidden;
    double const tables = model.tied_embeddings ? 1.0 : 2.0;
    double const positions = model.positions == Positions::learned ? h * model.sequence : 0.0;
    if (model.signal > 0) {
        double const out = model.padded_vocabulary(tensor);
        return h * (model.signal + 1.0) + positions + out * (h + 1.0);
    }
    // An encoder has token types, a transform before its logits and a bias after them.
    double const head = model.encoder ? h * h + 5.0 * h + model.padded_vocabulary(tensor) : 0.0;
    return tables * h * model.padded_vocabulary(tensor) + positions + head;
}

double parameters(Transformer const& model, int tensor) {
    return model.layers * layer_parameters(model) + embedding_parameters(model, tensor) +
           norm_parameters(model);
}

double active_parameters(Transformer const& model) {
    if (model.experts.count == 0) return parameters(model);
    double const idle = static_cast<double>(model.experts.count) - model.experts.per_token;
    return parameters(model) - model.layers * model.expert_share() * idle * one_expert(model);
}

Flop attention_forward_flop(Transformer const& model) {
    double const s = model.sequence;
    return flop(2.0 * s * model.span() * model.seen_share() *
                (model.query_width() + model.mixed_width()));
}

Flop scan_forward_flop(Transformer const& model) {
    StateSpace const& space = model.state_space;
    double const state = space.state;
    double const in_chunk = space.chunk * (space.groups * state + space.inner());
    return flop(2.0 * model.sequence * (in_chunk + 2.0 * state * space.inner()));
}

Flop layer_forward_flop(Transformer const& model) {
    double const weights = model.attention_share() * attention_weights(model) +
                           model.state_share() * state_weights(model) + active_ffn_weights(model);
    return flop(2.0 * model.sequence * weights) +
           model.attention_share() * attention_forward_flop(model) +
           model.state_share() * scan_forward_flop(model);
}

Flop logits_forward_flop(Transformer const& model, int tensor) {
    double const positions = model.sequence * model.predicted_share;
    double const transform = model.encoder && model.signal == 0 ? model.hidden : 0.0;
    double const once =
        2.0 * positions * model.hidden * (model.padded_vocabulary(tensor) + transform) +
        2.0 * model.sequence * static_cast<double>(model.hidden) * model.signal;
    double const again = 2.0 * positions * projection_parameters(model);
    return flop(once + model.mtp_layers * (once + again));
}

Flop model_flop(Transformer const& model) {
    return 3.0 * (static_cast<double>(model.depth()) * layer_forward_flop(model) +
                  logits_forward_flop(model));
}

Flop hardware_flop(Transformer const& model, Recompute recompute) {
    double const layers = model.depth();
    switch (recompute) {
        case Recompute::none: return model_flop(model);
        case Recompute::selective:
            return model_flop(model) +
                   layers * model.attention_share() * attention_forward_flop(model);
        case Recompute::full: return model_flop(model) + layers * layer_forward_flop(model);
        case Recompute::operators: {
            double const again = model.attention_share() * repeated_attention_maps(model) *
                                     attention_weights(model) +
                                 repeated_block_maps(model) * active_ffn_weights(model);
            return model_flop(model) + layers * flop(2.0 * model.sequence * again);
        }
    }
    return model_flop(model);
}

double repeated_attention_maps(Transformer const& model) {
    double const again = model.key_width() + model.mixed_width();
    return again / (again + model.query_width() + model.value_width());
}

double repeated_block_maps(Transformer const& model) {
    return 1.0 / model.ffn_matrices();
}

Flop tuning_flop(Transformer const& model) {
    // Attention and scans have no weights, so their backward pass is not shorter.
    Flop const weightless = model.attention_share() * attention_forward_flop(model) +
                            model.state_share() * scan_forward_flop(model);
    double const layers = model.depth();
    return 2.0 * (layers * layer_forward_flop(model) + logits_forward_flop(model)) +
           layers * weightless;
}

double adapter_parameters(Transformer const& model, int rank) {
    double const in = model.query_width() + model.key_width() + model.value_width();
    return rank * (2.0 * model.hidden + in + model.mixed_width());
}

Bytes gradient_size(Precision precision) {
    // Megatron accumulates and reduces in FP32 when training in BF16 and in the weights' own format
    // otherwise (megatron/training/arguments.py).
    bool const wide =
        precision == Precision::bf16 || precision == Precision::fp8 || precision == Precision::fp4;
    return wide ? bytes(4) : size_of(precision);
}

}  // namespace clustersim
