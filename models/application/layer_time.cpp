// SPDX-License-Identifier: Apache-2.0
//
// Time of one layer on one device.
//
// Equation. The sum over its kernels: products (product.cpp), the attention, and element-wise kernels, which
// take their memory traffic over the achieved bandwidth. Per token and device, in numbers of one activation,
// width h outside and h/t inside tensor-parallel blocks (h/t everywhere with sequence parallelism):
//   forward   two norms 4h, two residuals 6h (and a mask of a byte a number where there is dropout),
//             GELU 2f or SwiGLU 3f, rotary positions 2(q + k)
//   backward  norms 10h (the gradients of their weights are a pass of their own), residuals 6h, dropout
//             5h, GELU 3f or SwiGLU 5f, gradients of biases one read of what they were added to
// Fused attention computes 4 s^2 q products (half below the diagonal, in blocks of 128) forward and 5/2 of
// them backward. Without it the scores make nine passes through memory forward and twelve backward: two
// products, softmax with mask, dropout with mask. FP8 products need their factors cast and transposed.
// Source. Korthikanti et al., 2022, section 4, for what a layer does; Dao, "FlashAttention-2", 2023, for
// fused attention (its backward pass runs at 0.85 of the forward rate); NVIDIA Megatron-LM for which
// element-wise operations are fused.
// Domain. Layers whose kernels follow each other on one stream.
#include "models/application/layer_time.hpp"

#include "models/application/product.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

constexpr double attention_block = 128.0;
constexpr double backward_attention_rate = 0.85;
constexpr double narrow_head_rate = 0.87;  ///< heads of 64 over heads of 128: 1 / 1.15

/// Both passes through the same kernels.
struct Both {
    KernelTime forward;
    KernelTime backward;
};

Both operator+(Both a, Both const& b) {
    return {a.forward + b.forward, a.backward + b.backward};
}

Both operator*(double times, Both const& a) {
    return {times * a.forward, times * a.backward};
}

struct Layer {
    Transformer const& model;
    Plan const& plan;
    DeviceCeilings const& ceilings;
    double tokens = 0.0;  ///< of a micro-batch on this device
    double tensor = 1.0;
    double outside = 1.0;  ///< what sequence parallelism divides
    Bytes number{};
    bool eight_bit = false;  ///< products in FP8
};

Duration stream(Layer const& layer, double numbers_per_token) {
    return layer.number * (layer.tokens * numbers_per_token) / layer.ceilings.rest.memory;
}

/// A linear map: its product, and in the backward pass those for its input and for its weights.
Both linear(Layer const& layer, double tokens, double columns, double depth, double copies = 1.0) {
    Roofline const& roofline = layer.ceilings.products;
    Bytes const in = layer.eight_bit ? bytes(1) : layer.number;
    Bytes const gradient = gradient_size(layer.plan.precision);
    // Added into a gradient buffer of its own width, or written.
    Bytes const sum = gradient > layer.number ? 2.0 * gradient : layer.number;
    Product const out{tokens, columns, depth, copies, in, layer.number};
    Product const back{tokens, depth, columns, copies, in, layer.number};
    Product const weights{depth, columns, tokens, copies, in, sum};
    Both both;
    both.forward = {product_time(out, roofline), 1.0};
    both.backward = {product_time(back, roofline) + product_time(weights, roofline), 2.0};
    if (layer.eight_bit) {
        // Read once in 16 bits, written twice in 8: as it is and transposed.
        Duration const cast =
            bytes(4.0 * copies * tokens * depth) / layer.ceilings.rest.memory + roofline.launch;
        Duration const cast_back =
            bytes(4.0 * copies * tokens * columns) / layer.ceilings.rest.memory + roofline.launch;
        both.forward = both.forward + KernelTime{cast, 1.0};
        both.backward = both.backward + KernelTime{cast_back, 1.0};
    }
    return both;
}

Both fused_attention(Layer const& layer, double share_of_best) {
    Transformer const& model = layer.model;
    Roofline const& roofline = layer.ceilings.rest;
    double const s = model.sequence;
    double const causal = model.encoder ? 1.0 : std::min(1.0, 0.5 + 0.5 * attention_block / s);
    double const samples = layer.plan.micro_batch;
    double const spread = layer.tensor * layer.plan.context;
    double const blocks = samples * model.heads / spread * std::ceil(s / attention_block);
    double const full = std::ceil(blocks / roofline.units) * roofline.units / blocks;
    double const narrow = model.query_width() / model.heads < 96.0 ? narrow_head_rate : 1.0;
    FlopRate const rate = roofline.attention * (share_of_best * narrow / full);
    Flop const work = attention_forward_flop(model) * (samples / spread * causal);
    double const numbers =
        model.query_width() + model.key_width() + model.value_width() + model.mixed_width();
    Bytes const moved = layer.number * (layer.tokens / layer.tensor * numbers);
    Duration const there = std::max(work / rate, moved / roofline.memory);
    Duration const back =
        std::max(2.5 * work / (rate * backward_attention_rate), 2.0 * moved / roofline.memory);
    return {{there + roofline.launch, 1.0}, {back + 2.0 * roofline.launch, 2.0}};
}

Both plain_attention(Layer const& layer) {
    Transformer const& model = layer.model;
    Roofline const& roofline = layer.ceilings.rest;
    double const s = model.sequence;
    double const heads = layer.plan.micro_batch * model.heads / (layer.tensor * layer.plan.context);
    double const width = model.query_width() / model.heads;
    double const value = model.mixed_width() / model.heads;
    Product const scores{s, s, width, heads, layer.number, layer.number};
    Product const values{s, value, s, heads, layer.number, layer.number};
    // Softmax: read and written; dropout likewise, with a mask of one byte.
    Bytes const size = layer.number * (s * s * heads);
    Bytes const mask = bytes(s * s * heads);
    bool const masks = model.dropout > 0.0;
    Bytes const elements = 2.0 * size + (masks ? 2.0 * size + mask : Bytes{});
    Bytes const elements_back = 3.0 * size + (masks ? 2.0 * size + mask : Bytes{});
    double const kernels = masks ? 2.0 : 1.0;
    Duration const one = product_time(scores, roofline) + product_time(values, roofline);
    return {
        {one + elements / roofline.memory + kernels * roofline.launch, 2.0 + kernels},
        {2.0 * one + elements_back / roofline.memory + kernels * roofline.launch, 4.0 + kernels}};
}

/// Norms before the blocks of a layer and sums behind them.
Both elementwise(Layer const& layer) {
    Transformer const& model = layer.model;
    double const pairs = model.blocks() / 2.0;
    double const h = model.hidden / layer.outside;
    double const mask = model.dropout > 0.0 ? 1.0 / layer.number.si() : 0.0;
    double const forward = pairs * (4.0 * h + 2.0 * (3.0 + mask) * h);
    double const backward =
        pairs * (10.0 * h + 6.0 * h + (model.dropout > 0.0 ? 2.0 * (2.0 + mask) * h : 0.0));
    double const kernels = pairs * 4.0;
    double const back_kernels = pairs * (6.0 + (model.dropout > 0.0 ? 2.0 : 0.0));
    Duration const launch = layer.ceilings.rest.launch;
    return {{stream(layer, forward) + kernels * launch, kernels},
            {stream(layer, backward) + back_kernels * launch, back_kernels}};
}

/// Rotary positions and biases around the attention.
Both around_attention(Layer const& layer) {
    Transformer const& model = layer.model;
    double const q = model.query_width() / layer.tensor;
    double const k = model.key_width() / layer.tensor;
    double const v = model.value_width() / layer.tensor;
    double forward = 0.0;
    double backward = 0.0;
    double kernels = 0.0;
    double back_kernels = 0.0;
    if (model.positions == Positions::rotary) {
        forward += 2.0 * (q + k);
        backward += 2.0 * (q + k);
        kernels += 2.0;
        back_kernels += 2.0;
    }
    if (model.biases) {
        backward += q + k + v + 2.0 * model.hidden / layer.outside;
        back_kernels += 4.0;
    }
    if (model.latent) {
        // Norms of the latent numbers.
        double const ranks = model.latent->queries + model.latent->keys;
        forward += 2.0 * ranks / layer.outside;
        backward += 5.0 * ranks / layer.outside;
        kernels += 2.0;
        back_kernels += 3.0;
    }
    Duration const launch = layer.ceilings.rest.launch;
    return {{stream(layer, forward) + kernels * launch, kernels},
            {stream(layer, backward) + back_kernels * launch, back_kernels}};
}

/// The linear maps before and behind the attention. What a latent attention keeps is on each device of a
/// tensor group, or with sequence parallelism computed for its tokens.
Both attention_maps(Layer const& layer) {
    Transformer const& model = layer.model;
    double const t = layer.tensor;
    Both const out = linear(layer, layer.tokens, model.hidden, model.mixed_width() / t);
    if (!model.latent) {
        double const in = model.query_width() + model.key_width() + model.value_width();
        return linear(layer, layer.tokens, in / t, model.hidden) + out;
    }
    LatentAttention const& latent = *model.latent;
    double const tokens = layer.tokens / layer.outside;
    double const h = model.hidden;
    Both const queries =
        latent.queries > 0
            ? linear(layer, tokens, latent.queries, h) +
                  linear(layer, layer.tokens, model.query_width() / t, latent.queries)
            : linear(layer, layer.tokens, model.query_width() / t, h);
    double const keys = static_cast<double>(model.heads) * (latent.plain + latent.value);
    return queries + linear(layer, tokens, latent.keys + latent.rotary, h) +
           linear(layer, layer.tokens, keys / t, latent.keys) + out;
}

/// A layer that carries a state: projections, a short convolution, the scan by chunks, a gated norm. The scan reads
/// its input twice, its maps and steps, and writes and reads a state a chunk in FP32.
Both state_block(Layer const& layer) {
    Transformer const& model = layer.model;
    StateSpace const& space = model.state_space;
    Roofline const& roofline = layer.ceilings.rest;
    double const t = layer.tensor;
    double const inner = space.inner() / t;
    double const convolved = space.convolved() / t;
    double const in = inner + convolved + space.heads / t;
    double const share = layer.plan.micro_batch / (t * layer.plan.context);
    Flop const work = scan_forward_flop(model) * share;
    double const states = 4.0 / layer.number.si() * 4.0 * inner * space.state / space.chunk;
    Duration const scan =
        std::max(work / roofline.attention, stream(layer, 2.0 * convolved + inner + states));
    Duration const rest = stream(layer, 2.0 * convolved + 3.0 * inner);
    constexpr double kernels = 7.0;
    Both const around{{scan + rest + kernels * roofline.launch, kernels},
                      {2.5 * scan + 2.0 * rest + 2.0 * kernels * roofline.launch, 2.0 * kernels}};
    return around + linear(layer, layer.tokens, in, model.hidden) +
           linear(layer, layer.tokens, model.hidden, inner);
}

/// The element-wise part of a feed-forward block of `width` in all, over `tokens`.
Both activation(Layer const& layer, double tokens, double width) {
    bool const gated = layer.model.activation == Activation::swiglu;
    Roofline const& roofline = layer.ceilings.rest;
    Bytes const numbers = layer.number * (tokens * width);
    double const biases = layer.model.biases ? 1.0 : 0.0;
    Duration const there = numbers * (gated ? 3.0 : 2.0) / roofline.memory;
    Duration const back = numbers * ((gated ? 5.0 : 3.0) + biases) / roofline.memory;
    return {{there + roofline.launch, 1.0}, {back + roofline.launch, 1.0}};
}

Both feed_forward(Layer const& layer, double tokens, double width, double copies = 1.0) {
    Transformer const& model = layer.model;
    double const gates = model.ffn_matrices() - 1.0;
    return linear(layer, tokens, gates * width, model.hidden, copies) +
           linear(layer, tokens, model.hidden, width, copies) +
           activation(layer, tokens * copies, width);
}

Both expert_block(Layer const& layer) {
    Experts const& experts = layer.model.experts;
    double const h = layer.model.hidden;
    double const local = std::max(1.0, static_cast<double>(experts.count) / layer.plan.expert);
    double const parts = layer.plan.expert_parts();
    double const routed = layer.tokens * experts.per_token * parts / layer.tensor;
    // Each device gets as many tokens as it sends; they meet a few experts each, and lie in blocks of 16 rows.
    double const rows = std::ceil(routed / local / 16.0) * 16.0;
    Both both = feed_forward(layer, rows, experts.ffn / parts, local);
    if (experts.shared > 0) {
        both = both + feed_forward(layer, layer.tokens, experts.shared_width() / layer.tensor);
    }
    // Router, ordering of tokens by expert and back: read and written twice.
    Both const router = linear(layer, layer.tokens / layer.outside, experts.count, h);
    Duration const order = stream(layer, 4.0 * experts.per_token * h / layer.outside) +
                           4.0 * layer.ceilings.rest.launch;
    return both + router + Both{{order, 6.0}, {order, 6.0}};
}

}  // namespace

Bytes activation_size(Precision precision) {
    return size_of(precision == Precision::fp8 ? Precision::bf16 : precision);
}

LayerTime layer_time(Transformer const& model,
                     Plan const& plan,
                     DeviceCeilings const& ceilings,
                     Framework const& framework) {
    Layer layer{model, plan, ceilings};
    layer.tokens = static_cast<double>(plan.micro_batch) * model.sequence / plan.context;
    layer.tensor = plan.tensor;
    layer.outside = plan.sequence_parallel ? plan.tensor : 1.0;
    layer.number = activation_size(plan.precision);
    layer.eight_bit = plan.precision == Precision::fp8;
    Both const attention = model.fused_attention ? fused_attention(layer, framework.attention_share)
                                                 : plain_attention(layer);
    double const attended = model.attention_share();
    Both all = elementwise(layer) +
               attended * (attention + around_attention(layer) + attention_maps(layer));
    if (model.state_space.layers > 0) all = all + model.state_share() * state_block(layer);
    double const dense = model.dense_share();
    if (dense > 0.0)
        all = all + dense * feed_forward(layer, layer.tokens, model.ffn / layer.tensor);
    double const share = model.expert_share();
    if (share > 0.0) all = all + share * expert_block(layer);
    return {all.forward, all.backward, attended * attention.forward};
}

KernelTime logits_time(Transformer const& model, Plan const& plan, DeviceCeilings const& ceilings) {
    Roofline const& roofline = ceilings.rest;
    DeviceCeilings const wide{roofline, roofline};
    Layer layer{model, plan, wide};
    layer.tokens = static_cast<double>(plan.micro_batch) * model.sequence / plan.context *
                   model.predicted_share;
    layer.tensor = plan.tensor;
    layer.number = activation_size(plan.precision);
    double const width = static_cast<double>(model.padded_vocabulary(plan.tensor)) / plan.tensor;
    Both both = linear(layer, layer.tokens, width, model.hidden);
    if (model.encoder) both = both + linear(layer, layer.tokens, model.hidden, model.hidden);
    // The loss in FP32: cast, maximum, exponentials and sum over the vocabulary; their gradient and its cast.
    Duration const loss = bytes(4) * (6.0 * layer.tokens * width) / roofline.memory;
    KernelTime const once =
        both.forward + both.backward + KernelTime{loss + 9.0 * roofline.launch, 9.0};
    if (model.mtp_layers == 0) return once;
    // The further token's layer is fed with two halves and has the logits again.
    Both const halves =
        linear(layer, layer.tokens, model.hidden / layer.tensor, 2.0 * model.hidden);
    return once + static_cast<double>(model.mtp_layers) * (once + halves.forward + halves.backward);
}

}  // namespace clustersim
