// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic, traffic and parameters of a decoder.
//
// Equations, for s tokens, width h, feed-forward width f, key/value width k, vocabulary V:
//   forward of a layer   2 s h (2h + 2k) + 4 s^2 h + 4 s h f (6 s h f with SwiGLU)
//   forward of logits    2 s h V
//   backward             twice the forward
// With f = 4h and full heads this is the 96 B s l h^2 (1 + s/6h + V/16lh) of Megatron with its fourth
// pass for full recomputation, or 72 without. The count is of the full score matrix, as frameworks
// print it, although fused causal attention computes half of it.
// Source. Narayanan et al., "Efficient large-scale language model training on GPU clusters using
// Megatron-LM", SC21, section 3.2; Korthikanti et al., "Reducing activation recomputation in large
// transformer models", 2022, appendix A; Dao, "FlashAttention-2", 2023, for fused attention.
// Domain. Dense decoders, sequence lengths at which one sequence stays on one tensor-parallel group.
#include "models/application/transformer.hpp"

namespace clustersim {
namespace {

double norm_parameters(Transformer const& model) {
    return (model.norm == Norm::layer ? 2.0 : 1.0) * model.hidden;
}

/// Weights of the matrices around the attention.
double attention_weights(Transformer const& model) {
    return model.hidden * (2.0 * model.query_width() + 2.0 * model.kv_width());
}

/// Weights of the feed-forward matrices that one token passes through, mean of all layers.
double active_ffn_weights(Transformer const& model) {
    double const per_width = model.ffn_matrices() * model.hidden;
    Experts const& experts = model.experts;
    double const routed = per_width * experts.ffn * (experts.per_token + experts.shared) +
                          static_cast<double>(model.hidden) * experts.count;  // the router
    double const share = model.expert_share();
    return share * routed + (1.0 - share) * per_width * model.ffn;
}

}  // namespace

int Transformer::padded_vocabulary(int tensor) const {
    int const multiple = vocabulary_multiple * tensor;
    return (vocabulary + multiple - 1) / multiple * multiple;
}

double expert_parameters(Transformer const& model) {
    double const gates = model.ffn_matrices() - 1.0;
    double const one = model.ffn_matrices() * model.hidden * model.experts.ffn +
                       (model.biases ? gates * model.experts.ffn + model.hidden : 0.0);
    return model.expert_share() * model.experts.count * one;
}

double layer_parameters(Transformer const& model) {
    double const h = model.hidden;
    double const gates = model.ffn_matrices() - 1.0;
    double const share = model.expert_share();
    double const shared_width = static_cast<double>(model.experts.ffn) * model.experts.shared;
    double const width = share * shared_width + (1.0 - share) * model.ffn;
    double const biases =
        model.biases ? model.query_width() + 2.0 * model.kv_width() + h + gates * width + h : 0.0;
    return attention_weights(model) + model.ffn_matrices() * h * width + biases +
           2.0 * norm_parameters(model) + share * h * model.experts.count +
           expert_parameters(model);
}

double embedding_parameters(Transformer const& model, int tensor) {
    double const h = model.hidden;
    double const tables = model.tied_embeddings ? 1.0 : 2.0;
    double const positions = model.positions == Positions::learned ? h * model.sequence : 0.0;
    // An encoder has kinds of tokens, a transform before its logits and a bias behind them.
    double const head = model.encoder ? h * h + 5.0 * h + model.padded_vocabulary(tensor) : 0.0;
    return tables * h * model.padded_vocabulary(tensor) + positions + head;
}

double parameters(Transformer const& model, int tensor) {
    return model.layers * layer_parameters(model) + embedding_parameters(model, tensor) +
           norm_parameters(model);
}

Flop attention_forward_flop(Transformer const& model) {
    double const s = model.sequence;
    return flop(4.0 * s * s * model.query_width());
}

Flop layer_forward_flop(Transformer const& model) {
    return flop(2.0 * model.sequence * (attention_weights(model) + active_ffn_weights(model))) +
           attention_forward_flop(model);
}

Flop logits_forward_flop(Transformer const& model, int tensor) {
    double const positions = model.sequence * model.predicted_share;
    double const transform = model.encoder ? model.hidden : 0.0;
    return flop(2.0 * positions * model.hidden * (model.padded_vocabulary(tensor) + transform));
}

Flop model_flop(Transformer const& model) {
    return 3.0 * (static_cast<double>(model.layers) * layer_forward_flop(model) +
                  logits_forward_flop(model));
}

Flop hardware_flop(Transformer const& model, Recompute recompute) {
    double const layers = model.layers;
    switch (recompute) {
        case Recompute::none: return model_flop(model);
        case Recompute::selective:
            return model_flop(model) + layers * attention_forward_flop(model);
        case Recompute::full: return model_flop(model) + layers * layer_forward_flop(model);
    }
    return model_flop(model);
}

Bytes gradient_size(Precision precision) {
    // Megatron accumulates and reduces in FP32 when training in BF16 and in the weights' own format
    // otherwise (megatron/training/arguments.py).
    return precision == Precision::bf16 || precision == Precision::fp8 ? bytes(4)
                                                                       : size_of(precision);
}

}  // namespace clustersim
