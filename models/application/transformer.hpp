// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/plan.hpp"
#include "models/application/roofline.hpp"
#include "sim/core/quantity.hpp"

#include <optional>

namespace clustersim {

enum class Activation { gelu, swiglu };
enum class Norm { layer, rms };
/// A learned table, rotated queries and keys, or a bias on the scores (ALiBi), which costs nothing.
enum class Positions { learned, rotary, biased };

/// Feed-forward experts; each token passes through a few of them.
struct Experts {
    int count = 0;         ///< 0: one dense block
    int per_token = 1;     ///< experts to which a token is routed
    int ffn = 0;           ///< inner width of one
    int shared = 0;        ///< additional experts that every token passes through
    int dense_layers = 0;  ///< layers that have a dense block instead
    int shared_ffn = 0;    ///< inner width of a shared one; 0: as the others
    int latent =
        0;  ///< width to which tokens are projected before their routed experts; 0: not projected
    /// Tokens that an expert takes, over the mean; further ones are dropped, missing ones padded. 0: it takes all.
    double capacity = 0.0;
    bool clamped = false;  ///< gates and values are limited before the activation

    [[nodiscard]] double shared_width() const {
        return static_cast<double>(shared) * (shared_ffn > 0 ? shared_ffn : ffn);
    }
};

/// Queries, keys and values computed from a few numbers per token (multi-head latent attention). Keys have
/// a rotary part that all heads share.
struct LatentAttention {
    int queries = 0;  ///< rank of the queries; 0: projected from the whole width
    int keys = 1;     ///< rank of keys and values
    int plain = 1;    ///< width of a head's keys without positions
    int rotary = 0;   ///< width of the part with positions
    int value = 1;    ///< width of a head's values
};

/// Layers with a recurrent state along the sequence instead of attention (Mamba-2).
struct StateSpace {
    int layers = 0;
    int heads = 1;
    int head_width = 1;
    int groups = 1;       ///< groups of heads that share their maps into and out of the state
    int state = 1;        ///< numbers of state for each number of a head
    int convolution = 4;  ///< tokens that the preceding convolution sees
    int chunk = 128;      ///< tokens that are computed together

    [[nodiscard]] double inner() const { return static_cast<double>(heads) * head_width; }
    /// Width of the input of the convolution.
    [[nodiscard]] double convolved() const { return inner() + 2.0 * groups * state; }
};

/// A decoder of the GPT and Llama families, or an encoder of words like BERT, of patches of images or spectrograms (ViT,
/// AST), or of noisy latents (DiT). Each layer has attention and a
/// feed-forward block unless counts say otherwise, as in hybrids with state-space layers.
struct Transformer {
    int layers = 1;
    int hidden = 1;
    int heads = 1;
    int kv_heads = 1;    ///< equal to heads without grouped queries
    int head_width = 0;  ///< 0: hidden / heads
    int ffn = 4;         ///< inner width of the feed-forward block
    int sequence = 1;    ///< tokens of one sample
    /// Length of the sample that a token belongs to, as a mean over tokens; if lengths differ, this is above their
    /// mean. 0: all samples have the same length.
    double attended = 0.0;
    int vocabulary = 1;
    int vocabulary_multiple =
        128;  ///< padded to a multiple of this times the tensor-parallel width
    Activation activation = Activation::gelu;
    Norm norm = Norm::layer;
    Positions positions = Positions::learned;
    bool biases = true;
    bool tied_embeddings = true;
    bool fused_attention = true;  ///< FlashAttention: no score matrix in memory
    Experts experts;
    std::optional<LatentAttention> latent;
    StateSpace state_space;
    int attention_layers = 0;  ///< of `layers`; 0: all
    int ffn_layers = 0;        ///< of `layers`; 0: all
    int window = 0;            ///< tokens that windowed attention looks back; 0: all
    int windowed_layers = 0;   ///< number of layers with windowed attention
    int mtp_layers = 0;        ///< additional layers, each of which predicts one more token ahead
    bool encoder = false;      ///< every token sees all others; a transform before the logits
    double predicted_share = 1.0;  ///< share of the positions whose logits are computed
    /// Numbers of an image or a sound of which a token is a linear map; the `vocabulary` then counts the numbers that
    /// come out. 0: tokens are words.
    int signal = 0;
    bool modulated =
        false;  ///< norms and sums are scaled and shifted by maps of a condition of the sample (adaLN)
    double dropout = 0.0;                     ///< above 0: masks are sampled, kept and applied
    std::optional<double> attention_dropout;  ///< of the scores; unset: as `dropout`

    [[nodiscard]] bool drops_scores() const { return attention_dropout.value_or(dropout) > 0.0; }
    [[nodiscard]] double ffn_matrices() const {
        return activation == Activation::swiglu ? 3.0 : 2.0;
    }
    /// Shares of the layers that have attention, a state, a feed-forward block, experts.
    [[nodiscard]] double attention_share() const {
        return attention_layers > 0 ? static_cast<double>(attention_layers) / layers : 1.0;
    }
    [[nodiscard]] double state_share() const {
        return static_cast<double>(state_space.layers) / layers;
    }
    [[nodiscard]] double ffn_share() const {
        return ffn_layers > 0 ? static_cast<double>(ffn_layers) / layers : 1.0;
    }
    [[nodiscard]] double expert_share() const {
        return experts.count > 0 ? ffn_share() - static_cast<double>(experts.dense_layers) / layers
                                 : 0.0;
    }
    [[nodiscard]] double dense_share() const { return ffn_share() - expert_share(); }
    /// Blocks of a mean layer, each with a norm before and a residual sum after it: 2 unless some layers
    /// have only one.
    [[nodiscard]] double blocks() const { return attention_share() + state_share() + ffn_share(); }
    /// Layers that a step passes through.
    [[nodiscard]] int depth() const { return layers + mtp_layers; }
    /// Tokens that a token sees without mask or window.
    [[nodiscard]] double span() const { return attended > 0.0 ? attended : sequence; }
    /// Width of the input and output of routed experts.
    [[nodiscard]] double expert_width() const {
        return experts.latent > 0 ? experts.latent : hidden;
    }
    /// Share of a whole score matrix that windows leave, mean of the layers with attention.
    [[nodiscard]] double seen_share() const;
    [[nodiscard]] int padded_vocabulary(int tensor = 1) const;
    /// Numbers of one token over all heads: queries, keys, values, and the result of attention.
    [[nodiscard]] double query_width() const {
        if (latent) return static_cast<double>(heads) * (latent->plain + latent->rotary);
        return head_width > 0 ? static_cast<double>(head_width) * heads : hidden;
    }
    [[nodiscard]] double key_width() const { return query_width() / heads * kv_heads; }
    [[nodiscard]] double value_width() const {
        return latent ? static_cast<double>(heads) * latent->value : key_width();
    }
    [[nodiscard]] double mixed_width() const { return latent ? value_width() : query_width(); }
};

/// Weights of one layer (the mean if layers differ), of its experts alone, of the embeddings, and of the
/// whole model without layers for further tokens, as in the models' names.
double layer_parameters(Transformer const& model);
double expert_parameters(Transformer const& model);
double embedding_parameters(Transformer const& model, int tensor = 1);
double parameters(Transformer const& model, int tensor = 1);
/// The weights that one token uses: of the experts only those that it is routed to.
double active_parameters(Transformer const& model);

/// Arithmetic of one sample (a whole sequence), forward only; a backward pass is twice that.
Flop layer_forward_flop(Transformer const& model);  ///< the mean layer
Flop attention_forward_flop(
    Transformer const& model);  ///< scores and values of one layer with attention
Flop scan_forward_flop(Transformer const& model);  ///< the states of one state-space layer
Flop logits_forward_flop(Transformer const& model, int tensor = 1);

/// Forward and backward of one sample: without recomputation, the numerator of MFU; with
/// recomputation, the numerator of HFU.
Flop model_flop(Transformer const& model);
Flop hardware_flop(Transformer const& model, Recompute recompute);

/// Of the matrix products of a layer's attention, and of its feed-forward block, those that are computed again if every second
/// one of a layer is kept: of queries, keys, values, output, (gate,) inner and outer map the keys, the output and the inner
/// map (without a gate the outer one).
double repeated_attention_maps(Transformer const& model);
double repeated_block_maps(Transformer const& model);

/// The same if the weights are frozen: without the products for their gradients.
Flop tuning_flop(Transformer const& model);
/// Numbers of the low-rank adapters of the matrices around the attention, for one layer with
/// attention.
double adapter_parameters(Transformer const& model, int rank);

/// Bytes of one gradient as frameworks store and reduce it.
Bytes gradient_size(Precision precision);

}  // namespace clustersim
