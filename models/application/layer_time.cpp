// SPDX-License-Identifier: Apache-2.0
//
// Time of one layer on one device.
//
// Equation. The sum over its kernels: products (product.cpp), the attention, and element-wise kernels, which
// take their memory traffic over the achieved bandwidth. Numbers moved per token and device, in units of one
// activation, with width h outside and h/t inside tensor-parallel blocks (h/t everywhere with sequence
// parallelism):
//   forward   two norms 4h, two residuals 6h (and a mask of one byte a number if there is dropout),
//             GELU 2f or SwiGLU 3f, rotary positions 2(q + k)
//   backward  norms 10h (the gradients of their weights are a separate pass), residuals 6h, dropout
//             5h, GELU 3f or SwiGLU 5f, gradients of biases one read of the tensor they were added to
// Fused attention computes 4 s^2 q products (half below the diagonal, in blocks of 128) forward and 5/2 of
// them backward. Without it the scores pass through memory: two products, softmax, dropout with mask. In a decoder, the
// kernel that scales, masks and normalises scores reads only those below the diagonal, forward and backward; it takes
// samples x heads in fours, else five (backward six) kernels in FP32 move 34 (40) bytes per score.
// A layer that a condition modulates moves 12h more forward and 24h backward: its two blocks are
// scaled, shifted and gated by kernels of their own. FP8 products need their factors cast and
// transposed.
// Software that fuses less (framework.hpp): a softmax in parts moves 28 bytes per score forward and
// 32 backward in place of 4 and 6; biases of queries, keys and values and of the inner map 2 numbers
// more each; under autocast, norms, sums and modulation have 4 bytes per number.
// Source. Korthikanti et al., 2022, section 4, for the operations of a layer; Dao, "FlashAttention-2",
// 2023, for fused attention (its backward pass runs at 0.85 of the forward rate); NVIDIA Megatron-LM for
// the element-wise operations that are fused; NVIDIA apex, transformer/functional/fused_softmax.py; PyTorch, torch.amp.
// Domain. Layers whose kernels follow each other on one stream.
#include "models/application/layer_time.hpp"

#include "models/application/attention_time.hpp"
#include "models/application/eager_kernels.hpp"
#include "models/application/expert_time.hpp"
#include "models/application/layer_kernels.hpp"

#include <algorithm>

namespace clustersim {
namespace {

/// Rate of chunked scans over FlashAttention-2, both by arithmetic: the scan takes as long at 2,048 tokens
/// and a sixth of the time at 16,384, with a state of 64 and chunks of 256 (Dao and Gu, 2024, section 9.3).
constexpr double scan_rate = 0.142;

/// The maps of the condition of each sample, and what they scale, shift and gate before and after both blocks.
Both modulation(Layer const& layer) {
    constexpr double moved = 6.0, kernels = 3.0;  // of a block: a product, a sum, a gate
    double const blocks = layer.model.blocks();
    double const h = layer.sum_width * layer.model.hidden / layer.outside;
    Both const elementwise{
        elementwise_kernels(layer, blocks * moved * h, blocks * kernels),
        elementwise_kernels(layer, 2.0 * blocks * moved * h, 2.0 * blocks * kernels)};
    return elementwise + linear(layer,
                                layer.plan.micro_batch,
                                6.0 * layer.model.hidden / layer.tensor,
                                layer.model.hidden);
}

/// Norms before the blocks of a layer and residual sums after them.
Both elementwise(Layer const& layer) {
    Transformer const& model = layer.model;
    if (layer.operators) {
        Both const sums = eager_norms_and_sums(layer);
        return model.modulated ? sums + modulation(layer) : sums;
    }
    double const pairs = model.blocks() / 2.0;
    double const h = layer.sum_width * model.hidden / layer.outside;
    double const mask = model.dropout > 0.0 ? 1.0 / (layer.sum_width * layer.number.si()) : 0.0;
    double const forward = pairs * (4.0 * h + 2.0 * (3.0 + mask) * h);
    double const backward =
        pairs * (10.0 * h + 6.0 * h + (model.dropout > 0.0 ? 2.0 * (2.0 + mask) * h : 0.0));
    double const kernels = pairs * 4.0;
    double const back_kernels = pairs * (6.0 + (model.dropout > 0.0 ? 2.0 : 0.0));
    Both const sums{elementwise_kernels(layer, forward, kernels),
                    elementwise_kernels(layer, backward, back_kernels)};
    return model.modulated ? sums + modulation(layer) : sums;
}

/// A state-space layer: projections, a short convolution, the scan by chunks, a gated norm. The scan reads its
/// input twice and its maps and steps once, and writes and reads one state per chunk in FP32.
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
    double const scanned = 2.0 * convolved + inner + states;
    double const passed = 2.0 * convolved + 3.0 * inner;
    Duration const scan = std::max(work / (roofline.attention * scan_rate), stream(layer, scanned));
    Duration const rest = stream(layer, passed);
    constexpr double kernels = 7.0;
    Both const around{
        {scan + rest + kernels * roofline.launch, kernels, work, moved_by(layer, scanned + passed)},
        {2.5 * scan + 2.0 * rest + 2.0 * kernels * roofline.launch,
         2.0 * kernels,
         2.5 * work,
         moved_by(layer, 2.5 * scanned + 2.0 * passed)}};
    return around + linear(layer, layer.tokens, in, model.hidden) +
           linear(layer, layer.tokens, model.hidden, inner);
}

Layer layer_of(Transformer const& model,
               Plan const& plan,
               DeviceCeilings const& ceilings,
               Framework const& framework) {
    Layer layer{model, plan, ceilings};
    layer.tokens = static_cast<double>(plan.micro_batch) * model.sequence / plan.context;
    layer.tensor = plan.tensor;
    layer.outside = plan.sequence_parallel ? plan.tensor : 1.0;
    layer.number = activation_size(plan.precision);
    layer.narrow = plan.precision == Precision::fp8 || plan.precision == Precision::fp4;
    layer.frozen = plan.adapters > 0;
    layer.unpacked = layer.frozen && !multiplies_as_stored(plan.frozen, plan.precision);
    layer.separate_biases = framework.separate_biases;
    layer.operators = framework.separate_operators && layer.number == bytes(2);
    layer.wide_weights = layer.operators && casts_weights(plan, framework);
    layer.copies_travel = framework.host.dispatch != Dispatch::fused;
    if (framework.wide_sums) layer.sum_width = std::max(1.0, bytes(4) / layer.number);
    return layer;
}

/// The norm before the logits, and the gradient of the embedding, which is dense; tied tables add up two.
Both eager_ends(Layer const& layer, double width) {
    Bytes const gradient = layer.wide_weights ? bytes(4) : layer.number;
    double const moved = layer.model.tied_embeddings ? 4.0 : 1.0;
    double const kernels = layer.model.tied_embeddings ? 3.0 : 2.0;
    Bytes const traffic = moved * width * layer.model.hidden * gradient;
    Roofline const& roofline = layer.ceilings.rest;
    return eager_norm(layer) +
           Both{{}, {traffic / roofline.memory + kernels * roofline.launch, kernels, {}, traffic}};
}

/// What a backward pass computes again if the results of attention and of every second product are kept: all element-wise
/// kernels, and the other products. Routed experts are computed again as a dense block of as many numbers.
KernelTime repeated_operators(Layer const& layer) {
    Transformer const& model = layer.model;
    double const met = static_cast<double>(model.experts.per_token) * model.experts.ffn +
                       model.experts.shared_width();
    double const width =
        (model.expert_share() * met + model.dense_share() * model.ffn) / layer.tensor;
    double const maps = repeated_block_maps(model);
    KernelTime const block = maps * feed_forward(layer, layer.tokens, width).forward +
                             (1.0 - maps) * activation(layer, layer.tokens, width).forward;
    return elementwise(layer).forward + block +
           model.attention_share() *
               (around_attention(layer).forward +
                repeated_attention_maps(model) * attention_maps(layer).forward);
}

}  // namespace

LayerTime layer_time(Transformer const& model,
                     Plan const& plan,
                     DeviceCeilings const& ceilings,
                     Framework const& framework) {
    Layer const layer = layer_of(model, plan, ceilings, framework);
    Both const scores = attention(layer, framework);
    double const attended = model.attention_share();
    Both all =
        elementwise(layer) + attended * (scores + around_attention(layer) + attention_maps(layer));
    if (layer.frozen) all = all + attended * adapters(layer);
    if (model.state_space.layers > 0) all = all + model.state_share() * state_block(layer);
    double const dense = model.dense_share();
    if (dense > 0.0)
        all = all + dense * feed_forward(layer, layer.tokens, model.ffn / layer.tensor);
    double const share = model.expert_share();
    LayerTime time;
    time.attention = attended * scores.forward;
    // A search shares these times between recomputations, and tries only those that the software offers.
    if (framework.offers.operator_recompute || plan.recompute == Recompute::operators)
        time.operators = repeated_operators(layer);
    if (share > 0.0) {
        Both const routed = share * routed_block(layer);
        all = all + share * around_experts(layer) + routed;
        time.routed = routed.forward;
        time.routed_back = routed.backward;
    }
    time.forward = all.forward;
    time.backward = all.backward;
    return time;
}

std::vector<LayerPart> layer_parts(Transformer const& model,
                                   Plan const& plan,
                                   DeviceCeilings const& ceilings,
                                   Framework const& framework,
                                   std::vector<Kernel>* noted) {
    Layer layer = layer_of(model, plan, ceilings, framework);
    layer.noted = noted;
    std::vector<LayerPart> parts;
    auto const add = [&](char const* name, double share, auto const& kernels_of) {
        if (share <= 0.0) return;
        Both const both = share * kernels_of();
        parts.push_back({name, both.forward, both.backward});
    };
    double const attended = model.attention_share();
    add(
        "linear maps of attention", attended, [&] { return attention_maps(layer); });
    add(
        "attention", attended, [&] { return attention(layer, framework); });
    add(
        "feed-forward block",
        model.dense_share(),
        [&] { return feed_forward(layer, layer.tokens, model.ffn / layer.tensor); });
    add(
        "experts", model.expert_share(), [&] { return routed_block(layer); });
    add(
        "router and shared experts", model.expert_share(), [&] { return around_experts(layer); });
    add(
        "state-space block",
        model.state_space.layers > 0 ? model.state_share() : 0.0,
        [&] { return state_block(layer); });
    add(
        "adapters", layer.frozen ? attended : 0.0, [&] { return adapters(layer); });
    add(
        "positions and biases", attended, [&] { return around_attention(layer); });
    add("norms and residual sums", 1.0, [&] { return elementwise(layer); });
    return parts;
}

KernelTime logits_time(Transformer const& model,
                       Plan const& plan,
                       DeviceCeilings const& ceilings,
                       Framework const& framework,
                       std::vector<Kernel>* noted) {
    Roofline const& roofline = ceilings.rest;
    DeviceCeilings const wide{roofline, roofline};
    Layer layer{model, plan, wide};
    layer.tokens = static_cast<double>(plan.micro_batch) * model.sequence / plan.context *
                   model.predicted_share;
    layer.tensor = plan.tensor;
    layer.number = activation_size(plan.precision);
    layer.frozen = plan.adapters > 0;
    layer.noted = noted;
    layer.operators = framework.separate_operators && layer.number == bytes(2);
    layer.wide_weights = layer.operators && casts_weights(plan, framework);
    double const width = static_cast<double>(model.padded_vocabulary(plan.tensor)) / plan.tensor;
    Both both = linear(layer, layer.tokens, width, model.hidden);
    if (model.signal > 0) {
        // The map of the input, which needs no gradient itself.
        double const tokens = layer.tokens / model.predicted_share;
        Both const input = linear(layer, tokens, model.hidden / layer.tensor, model.signal);
        both = both + Both{input.forward, 0.5 * input.backward};
    } else if (model.encoder) {
        both = both + linear(layer, layer.tokens, model.hidden, model.hidden);
    }
    if (layer.operators) both = both + eager_ends(layer, width);
    // The loss in FP32: cast, maximum, exponentials and sum over the vocabulary; their gradient and its cast.
    Bytes const each = framework.loss_traffic > Bytes{} ? framework.loss_traffic : bytes(24);
    Bytes const loss_traffic = layer.tokens * width * each;
    Duration const loss = loss_traffic / roofline.memory;
    KernelTime const once = both.forward + both.backward +
                            KernelTime{loss + 9.0 * roofline.launch, 9.0, {}, loss_traffic};
    if (model.mtp_layers == 0) return once;
    // The layer for a further token takes two halves as input and computes the logits again.
    Both const halves =
        linear(layer, layer.tokens, model.hidden / layer.tensor, 2.0 * model.hidden);
    return once + static_cast<double>(model.mtp_layers) * (once + halves.forward + halves.backward);
}

}  // namespace clustersim
