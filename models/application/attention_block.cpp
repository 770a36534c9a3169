// SPDX-License-Identifier: Apache-2.0
//
// Transformer blocks of a diffusion U-Net and of its text encoder.
//
// Equation. With s tokens of width w, a context of k tokens of width c and an inner width f, one sample takes
//   maps 2 s w^2, self attention 4 s w^2 + 2 s^2 w, cross attention 2 s w^2 + 2 k c w + 2 s k w,
//   feed-forward 3 s w f (gated) or 2 s w f
// multiply-accumulates. Kernels as in a layer of a transformer (layer_time.cpp): products, fused attention without a
// mask, norms and sums by their traffic; and what eager PyTorch adds, copies of heads and of pixels and an unfused gate.
// Source. Rombach et al., High-resolution image synthesis with latent diffusion models, CVPR 2022, section 3.3 and
// appendix E.2.1; the blocks of UNet2DConditionModel of the library diffusers, whose parameters these formulas count.
// Domain. Fused attention. The traffic of a cross attention is counted with as many keys as queries.
#include "models/application/attention_block.hpp"

#include "models/application/attention_time.hpp"
#include "models/application/layer_kernels.hpp"
#include "models/application/transformer.hpp"

#include <algorithm>

namespace clustersim {
namespace {

double wide(AttentionBlock const& block) {
    return block.width;
}

double squared(AttentionBlock const& block) {
    return wide(block) * wide(block);
}

/// The part of a block that a layer of a transformer has, too; with the keys of a cross attention if `cross`.
Transformer as_transformer(AttentionBlock const& block, bool cross) {
    Transformer model;
    model.hidden = block.width;
    model.heads = std::max(1, block.width / block.head_width);
    model.kv_heads = model.heads;
    model.ffn = block.ffn;
    model.sequence = block.tokens;
    model.attended = cross ? block.context_tokens : 0.0;
    model.activation = block.gated ? Activation::swiglu : Activation::gelu;
    model.encoder = true;
    return model;
}

}  // namespace

double parameters(AttentionBlock const& block) {
    double const w = wide(block);
    double const map = squared(block) + w;
    double sum = 2.0 * w + 3.0 * squared(block) + (block.biased ? 3.0 * w : 0.0) + map;
    if (block.mapped) sum += 2.0 * w + 2.0 * map;
    if (block.context_tokens > 0)
        sum += 2.0 * w + squared(block) + 2.0 * block.context_width * w + map;
    if (block.ffn > 0) {
        double const gates = block.gated ? 2.0 : 1.0;
        sum += 2.0 * w + gates * block.ffn * (w + 1.0) + block.ffn * w + w;
    }
    return block.repeat * sum;
}

double tensors(AttentionBlock const& block) {
    double const sum = 7.0 + (block.biased ? 3.0 : 0.0) + (block.mapped ? 6.0 : 0.0) +
                       (block.context_tokens > 0 ? 7.0 : 0.0) + (block.ffn > 0 ? 6.0 : 0.0);
    return block.repeat * sum;
}

double multiply_accumulates(AttentionBlock const& block) {
    double const s = block.tokens;
    double const w = wide(block);
    double sum = 4.0 * s * squared(block) + 2.0 * s * s * w;
    if (block.mapped) sum += 2.0 * s * squared(block);
    if (block.context_tokens > 0) {
        double const k = block.context_tokens;
        sum += 2.0 * s * squared(block) + 2.0 * k * block.context_width * w + 2.0 * s * k * w;
    }
    if (block.ffn > 0) sum += (block.gated ? 3.0 : 2.0) * s * w * block.ffn;
    return block.repeat * sum;
}

double kept_elements(AttentionBlock const& block) {
    // Inputs of norms and of maps; queries, keys, values and the result of attention; both sides of the activation.
    double per_token = 6.0;
    if (block.mapped) per_token += 3.0;
    if (block.context_tokens > 0) per_token += 4.0;
    double const inner = block.ffn > 0 ? (block.gated ? 3.0 : 2.0) * block.ffn : 0.0;
    return block.repeat * block.tokens *
           (per_token * wide(block) + (block.ffn > 0 ? 2.0 * wide(block) : 0.0) + inner);
}

Both block_time(AttentionBlock const& block,
                Plan const& plan,
                DeviceCeilings const& ceilings,
                Framework const& framework) {
    Transformer const own = as_transformer(block, false);
    Layer layer{own, plan, ceilings};
    layer.tokens = static_cast<double>(plan.micro_batch) * block.tokens;
    layer.number = activation_size(plan.precision);
    double const w = wide(block);
    // A norm reads twice and writes; a sum reads two and writes one. Backward as in layer_time.cpp.
    Both const norm_and_sum{elementwise_kernels(layer, 6.0 * w, 3.0),
                            elementwise_kernels(layer, 8.0 * w, 3.0)};
    Both const map = linear(layer, layer.tokens, w, w);
    // Heads are moved to the batch before the attention, and back: a copy of queries, keys, values and result.
    Both const heads{elementwise_kernels(layer, 8.0 * w, 4.0),
                     elementwise_kernels(layer, 8.0 * w, 4.0)};
    // Queries, keys and values are separate maps; the gradients of their common input are added.
    Both const added{{}, elementwise_kernels(layer, 6.0 * w, 2.0)};
    Both all = norm_and_sum + heads + attention(layer, framework) + 3.0 * map + added + map;
    // Pixels become tokens and pixels again, by two copies.
    Both const turned{elementwise_kernels(layer, 4.0 * w, 2.0),
                      elementwise_kernels(layer, 4.0 * w, 2.0)};
    if (block.mapped) all = all + norm_and_sum + map + map + turned;
    if (block.context_tokens > 0) {
        Transformer const with_text = as_transformer(block, true);
        Layer cross{with_text, plan, ceilings};
        cross.tokens = layer.tokens;
        cross.number = layer.number;
        double const words = static_cast<double>(plan.micro_batch) * block.context_tokens;
        all = all + norm_and_sum + heads + map + map + attention(cross, framework) +
              linear(layer, words, 2.0 * w, block.context_width);
    }
    if (block.ffn > 0) all = all + norm_and_sum + feed_forward(layer, layer.tokens, block.ffn);
    if (block.ffn > 0 && block.gated) {
        // Gate and product are kernels of their own: two more numbers moved forward, four backward.
        all = all + Both{elementwise_kernels(layer, 2.0 * block.ffn, 1.0),
                         elementwise_kernels(layer, 4.0 * block.ffn, 1.0)};
    }
    return all;
}

}  // namespace clustersim
