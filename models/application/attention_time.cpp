// SPDX-License-Identifier: Apache-2.0
//
// Time of attention and of the kernels around it. layer_time.cpp states the equations.
// Source. Dao, "FlashAttention-2", 2023; NVIDIA Transformer Engine, dot_product_attention/context_parallel.py
// (AttnFuncWithCPAndKVP2P), for the steps of a ring.
// Without fused attention: Megatron-LM and Megatron-DeepSpeed of 2021 and 2022, model/fused_softmax.py (is_kernel_available,
// forward_torch_softmax), fused_kernels/scaled_upper_triang_masked_softmax.h and model/transformer.py (copies).
#include "models/application/attention_time.hpp"

#include "models/application/attention_rate.hpp"
#include "models/application/eager_kernels.hpp"
#include "models/application/layer_kernels.hpp"
#include "models/application/product.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

constexpr double backward_attention_rate = 0.85;
/// Rate of both passes in FP8 over that in 16 bits, casts included: tuning Llama 2 70B on H100 runs 1.15 times as fast instead
/// of 1.11 (NVIDIA, "Accelerating Transformers with cuDNN 9", 2024, table 1), where attention is a fifth of the step.
constexpr double narrow_attention_rate = 1.2;

/// Rate of fused attention before the loss from blocks that are not full.
FlopRate attention_rate(Layer const& layer, Framework const& framework) {
    Transformer const& model = layer.model;
    Roofline const& roofline = layer.ceilings.rest;
    double const width = model.query_width() / model.heads;
    double const narrow = layer.plan.attention == NarrowFormat::fp8 ? narrow_attention_rate : 1.0;
    FlopRate const usual =
        roofline.attention * (narrow * framework.attention_share * head_share(width, false));
    if (!framework.tuned_attention) return usual;
    return std::max(usual, roofline.attention_tuned * (narrow * head_share(width, true)));
}

Both fused_attention(Layer const& layer, Framework const& framework) {
    Transformer const& model = layer.model;
    Roofline const& roofline = layer.ceilings.rest;
    // Documents that are packed in a sample are sequences of their own.
    bool const packed = !model.encoder && model.attended > 0.0;
    double const s = packed ? model.span() : model.sequence;
    double const causal = model.encoder ? 1.0 : causal_share(s);
    double const samples = layer.plan.micro_batch * (model.sequence / s);
    double const spread = layer.tensor * layer.plan.context;
    double const loss =
        block_losses(samples * model.heads / spread, s, !model.encoder, roofline.units);
    FlopRate const rate = attention_rate(layer, framework) * (1.0 / loss);
    if (!model.encoder) {
        KernelKind const kind =
            framework.tuned_attention ? KernelKind::attention_tuned : KernelKind::attention;
        note(layer,
             {kind,
              layer.rest(),
              s,
              s,
              model.query_width() / model.heads,
              samples * model.heads / spread,
              {}});
    }
    Flop const work = attention_forward_flop(model) * (layer.plan.micro_batch / spread * causal);
    double const numbers =
        model.query_width() + model.key_width() + model.value_width() + model.mixed_width();
    Bytes const moved = layer.number * (layer.tokens / layer.tensor * numbers);
    Duration const there = work / rate + moved / roofline.memory;
    Duration const back =
        2.5 * work / (rate * backward_attention_rate) + 2.0 * moved / roofline.memory;
    return {{there + roofline.launch, 1.0, work, moved},
            {back + 2.0 * roofline.launch, 2.0, 2.5 * work, 2.0 * moved}};
}

/// What a ring of devices adds to the attention. Each of its steps is an attention of its own, whose result and statistics
/// are merged with those of the steps before; the gradients of queries, keys and values are added up likewise. Keys and
/// values are joined for sending.
Both ring_steps(Layer const& layer) {
    double const steps = layer.plan.context;
    if (steps <= 1.0) return {};
    Transformer const& model = layer.model;
    double const q = model.query_width() / layer.tensor;
    double const pair = (model.key_width() + model.value_width()) / layer.tensor;
    double const result = model.mixed_width() / layer.tensor;
    double const later = steps - 1.0;
    double const forward = 2.0 * pair + 3.0 * result * steps;
    double const backward = 2.0 * pair + 3.0 * (q + pair) * later;
    // Kernels of each further step. Forward: attention, exchange, statistics. Backward: two of
    // attention, one of exchange, and the sums of two gradients.
    return {elementwise_kernels(layer, forward, 3.0 * later + steps + 1.0),
            elementwise_kernels(layer, backward, 5.0 * later + 1.0)};
}

/// Passes of the scores through memory between the two products, their kernels as the host counts
/// them (Framework::host_per_kernel) and as the device starts them.
struct ScorePasses {
    Bytes there{}, back{};
    double kernels = 1.0, back_kernels = 1.0;
    double starts = 1.0, back_starts = 1.0;
};

ScorePasses softmax_passes(Layer const& layer,
                           double samples_times_heads,
                           double scores,
                           Framework const& framework) {
    constexpr double longest = 4096.0;
    Transformer const& model = layer.model;
    Bytes const size = layer.number * scores;
    // In parts, each in FP32: a cast, the scale, the softmax, a cast back. The host counts them as
    // one if its pace is that of kernels that stand for several operators.
    if (framework.separate_softmax) {
        Bytes const wide = bytes(4) * scores;
        double const counted = layer.operators ? 4.0 : 1.0;
        return {2.0 * size + 6.0 * wide, 2.0 * size + 7.0 * wide, counted, counted, 4.0, 4.0};
    }
    bool const causal = !model.encoder && model.span() == model.sequence;
    if (!causal || layer.number != bytes(2)) return {2.0 * size, 3.0 * size};
    bool const joined = std::fmod(samples_times_heads, 4.0) == 0.0 && model.sequence <= longest;
    // Below the diagonal is half of the scores.
    if (joined) return {1.5 * size, 2.0 * size};
    // Cast to FP32 (6 bytes per score), scaled, masked in place, normalised (8 each) and cast back;
    // backward likewise, but the softmax reads its result and a gradient (12) and the gradient is
    // copied before it is masked.
    return {scores * bytes(6 + 3 * 8 + 4), scores * bytes(6 + 12 + 8 + 8 + 6), 5.0, 6.0, 5.0, 6.0};
}

/// The softmax, and a dropout that reads and writes, with a mask of one byte.
ScorePasses score_passes(Layer const& layer,
                         double samples_times_heads,
                         double scores,
                         Framework const& framework) {
    ScorePasses passes = softmax_passes(layer, samples_times_heads, scores, framework);
    if (!layer.model.drops_scores()) return passes;
    Bytes const dropped = scores * (2.0 * layer.number + bytes(1));
    passes.there += dropped;
    passes.back += dropped;
    for (double* one : {&passes.kernels, &passes.back_kernels, &passes.starts, &passes.back_starts})
        *one += 1.0;
    return passes;
}

Both plain_attention(Layer const& layer, Framework const& framework) {
    Transformer const& model = layer.model;
    Roofline const& roofline = layer.ceilings.rest;
    double const s = model.sequence;
    double const seen = model.span();
    double const heads = layer.plan.micro_batch * model.heads / (layer.tensor * layer.plan.context);
    double const width = model.query_width() / model.heads;
    double const value = model.mixed_width() / model.heads;
    Product const scores{s, seen, width, heads, layer.number, layer.number};
    Product const values{s, value, seen, heads, layer.number, layer.number};
    note(layer, {KernelKind::matmul, layer.rest(), s, seen, width, heads, {}});
    note(layer, {KernelKind::matmul, layer.rest(), s, value, seen, heads, {}});
    ScorePasses const passes = score_passes(layer, heads, s * seen * heads, framework);
    Duration one = product_time(scores, roofline) + product_time(values, roofline);
    // Samples of different length are separate products.
    if (model.attended > 0.0) one += 2.0 * (layer.plan.micro_batch - 1.0) * roofline.launch;
    Flop const work = scores.flop() + values.flop();
    Bytes const moved = scores.traffic() + values.traffic();
    return {{one + passes.there / roofline.memory + passes.starts * roofline.launch,
             2.0 + passes.kernels,
             work,
             moved + passes.there},
            {2.0 * one + passes.back / roofline.memory + passes.back_starts * roofline.launch,
             4.0 + passes.back_kernels,
             2.0 * work,
             2.0 * moved + passes.back}};
}

}  // namespace

Both attention(Layer const& layer, Framework const& framework) {
    return layer.model.fused_attention ? fused_attention(layer, framework) + ring_steps(layer)
                                       : plain_attention(layer, framework);
}

Both around_attention(Layer const& layer) {
    Transformer const& model = layer.model;
    double const q = model.query_width() / layer.tensor;
    double const k = model.key_width() / layer.tensor;
    double const v = model.value_width() / layer.tensor;
    double forward = 0.0;
    double backward = 0.0;
    double kernels = 0.0;
    double back_kernels = 0.0;
    Both eager;
    if (layer.operators) {
        if (model.positions == Positions::rotary) eager = eager_rotation(layer);
        if (joint_maps(model) == 1.0) {
            // Gradients of queries, keys and values are joined.
            backward += 2.0 * (q + k + v);
            back_kernels += 1.0;
        }
    } else if (model.positions == Positions::rotary) {
        forward += 2.0 * (q + k);
        backward += 2.0 * (q + k);
        kernels += 2.0;
        back_kernels += 2.0;
    }
    if (model.biases) {
        backward += q + k + v + 2.0 * model.hidden / layer.outside;
        back_kernels += 4.0;
        if (layer.separate_biases)
            forward += 2.0 * (q + k + v);  // counted with the map whose bias it is
    }
    if (!model.fused_attention && !model.encoder) {
        // The result is copied from heads to tokens, and its gradient back; the gradients of
        // queries, keys and values are joined. Their bias is a separate kernel in the forward pass.
        double const mixed = model.mixed_width() / layer.tensor;
        bool const own_bias = model.biases && !layer.separate_biases && !layer.operators;
        forward += 2.0 * mixed + (own_bias ? 2.0 * (q + k + v) : 0.0);
        backward += 2.0 * mixed + 2.0 * (q + k + v);
        kernels += own_bias ? 2.0 : 1.0;
        back_kernels += 2.0;
        if (layer.operators && model.kv_heads < model.heads) {
            // Keys and values are repeated for all heads.
            forward += q + k + mixed + v;
            backward += q + k + mixed + v;
            kernels += 2.0;
            back_kernels += 2.0;
        }
    }
    if (model.latent) {
        // Norms of the latent numbers.
        double const ranks = model.latent->queries + model.latent->keys;
        forward += 2.0 * ranks / layer.outside;
        backward += 5.0 * ranks / layer.outside;
        kernels += 2.0;
        back_kernels += 3.0;
    }
    return eager + Both{elementwise_kernels(layer, forward, kernels),
                        elementwise_kernels(layer, backward, back_kernels)};
}

/// The linear maps before and after the attention. Each device of a tensor group computes the compressed
/// part of a latent attention for all tokens, or with sequence parallelism for its own tokens.
Both attention_maps(Layer const& layer) {
    Transformer const& model = layer.model;
    double const t = layer.tensor;
    Both const out = linear(layer, layer.tokens, model.hidden, model.mixed_width() / t);
    if (!model.latent) {
        double const in = model.query_width() + model.key_width() + model.value_width();
        if (!layer.operators || joint_maps(model) == 1.0)
            return linear(layer, layer.tokens, in / t, model.hidden) + out;
        auto const map = [&](double width) {
            return linear(layer, layer.tokens, width / t, model.hidden);
        };
        return map(model.query_width()) + map(model.key_width()) + map(model.value_width()) + out;
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

Both adapters(Layer const& layer) {
    Transformer const& model = layer.model;
    double const t = layer.tensor;
    double const rank = layer.plan.adapters;
    double const in = (model.query_width() + model.key_width() + model.value_width()) / t;
    DeviceCeilings const wide{layer.ceilings.rest, layer.ceilings.rest};
    Layer trained{model, layer.plan, wide};
    trained.number = layer.number;
    Both const maps = linear(trained, layer.tokens, rank, model.hidden) +
                      linear(trained, layer.tokens, in, rank) +
                      linear(trained, layer.tokens, rank, model.mixed_width() / t) +
                      linear(trained, layer.tokens, model.hidden, rank);
    Duration const sums =
        stream(layer, 2.0 * (in + model.hidden)) + 2.0 * layer.ceilings.rest.launch;
    return maps + Both{{sums, 2.0}, {sums, 2.0}};
}

}  // namespace clustersim
