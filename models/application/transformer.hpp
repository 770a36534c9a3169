// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/plan.hpp"
#include "models/application/roofline.hpp"
#include "sim/core/quantity.hpp"

namespace clustersim {

enum class Activation { gelu, swiglu };
enum class Norm { layer, rms };
enum class Positions { learned, rotary };

/// Feed-forward blocks of which each token passes through a few.
struct Experts {
    int count = 0;         ///< 0: one dense block
    int per_token = 1;     ///< routed to
    int ffn = 0;           ///< inner width of one
    int shared = 0;        ///< further ones of the same width that every token passes through
    int dense_layers = 0;  ///< layers at the start that have a dense block instead
};

/// A decoder of the GPT and Llama families, or an encoder of BERT's.
struct Transformer {
    int layers = 1;
    int hidden = 1;
    int heads = 1;
    int kv_heads = 1;    ///< = heads without grouped queries
    int head_width = 0;  ///< 0: hidden / heads
    int ffn = 4;         ///< inner width of the feed-forward block
    int sequence = 1;    ///< tokens of one sample
    int vocabulary = 1;
    int vocabulary_multiple = 128;  ///< padded to this times the tensor-parallel width
    Activation activation = Activation::gelu;
    Norm norm = Norm::layer;
    Positions positions = Positions::learned;
    bool biases = true;
    bool tied_embeddings = true;
    bool fused_attention = true;  ///< FlashAttention: no score matrix in memory
    Experts experts;
    bool encoder = false;          ///< every token sees all others; a transform before the logits
    double predicted_share = 1.0;  ///< of the positions, those whose logits are computed
    double dropout = 0.0;          ///< above 0: masks are drawn, kept and applied

    [[nodiscard]] double ffn_matrices() const {
        return activation == Activation::swiglu ? 3.0 : 2.0;
    }
    /// Share of the layers that have experts.
    [[nodiscard]] double expert_share() const {
        return experts.count > 0 ? 1.0 - static_cast<double>(experts.dense_layers) / layers : 0.0;
    }
    [[nodiscard]] int padded_vocabulary(int tensor = 1) const;
    /// Numbers that all heads hold of one token's queries; of its keys (or values).
    [[nodiscard]] double query_width() const {
        return head_width > 0 ? static_cast<double>(head_width) * heads : hidden;
    }
    [[nodiscard]] double kv_width() const { return query_width() / heads * kv_heads; }
};

/// Weights of one layer (with experts: the mean of all layers), of its experts alone, of the embeddings,
/// and of the whole model.
double layer_parameters(Transformer const& model);
double expert_parameters(Transformer const& model);
double embedding_parameters(Transformer const& model, int tensor = 1);
double parameters(Transformer const& model, int tensor = 1);

/// Arithmetic of one sample (a whole sequence), forward only; a backward pass is twice that.
Flop layer_forward_flop(Transformer const& model);
Flop attention_forward_flop(
    Transformer const& model);  ///< the part of a layer that is scores and values
Flop logits_forward_flop(Transformer const& model, int tensor = 1);

/// Forward and backward of one sample without recomputation, the numerator of MFU, and with it, the
/// numerator of HFU.
Flop model_flop(Transformer const& model);
Flop hardware_flop(Transformer const& model, Recompute recompute);

/// Bytes of one gradient as frameworks keep and reduce it.
Bytes gradient_size(Precision precision);

}  // namespace clustersim
