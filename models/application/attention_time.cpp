// SPDX-License-Identifier: Apache-2.0
//
// Time of attention and of the kernels around it. layer_time.cpp states the equations.
// Source. Dao, "FlashAttention-2", 2023; Shah et al., "FlashAttention-3", 2024, figures 5 to 7, for heads of 64 and for cuDNN.
#include "models/application/attention_time.hpp"

#include "models/application/product.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

constexpr double attention_block = 128.0;
constexpr double backward_attention_rate = 0.85;
/// Heads of 64 over heads of 128: FlashAttention-2 324 and 370 TFLOP/s on H100, cuDNN 9 413 and 600.
constexpr double narrow_head_rate = 0.87;
constexpr double tuned_narrow_head_rate = 0.69;

/// Rate of fused attention before the loss from blocks that are not full.
FlopRate attention_rate(Layer const& layer, Framework const& framework) {
    Transformer const& model = layer.model;
    Roofline const& roofline = layer.ceilings.rest;
    bool const wide = model.query_width() / model.heads >= 96.0;
    FlopRate const usual =
        roofline.attention * (framework.attention_share * (wide ? 1.0 : narrow_head_rate));
    if (!framework.tuned_attention) return usual;
    return std::max(usual, roofline.attention_tuned * (wide ? 1.0 : tuned_narrow_head_rate));
}

Both fused_attention(Layer const& layer, Framework const& framework) {
    Transformer const& model = layer.model;
    Roofline const& roofline = layer.ceilings.rest;
    double const s = model.sequence;
    double const causal = model.encoder ? 1.0 : std::min(1.0, 0.5 + 0.5 * attention_block / s);
    double const samples = layer.plan.micro_batch;
    double const spread = layer.tensor * layer.plan.context;
    double const blocks = samples * model.heads / spread * std::ceil(s / attention_block);
    double const full = std::ceil(blocks / roofline.units) * roofline.units / blocks;
    FlopRate const rate = attention_rate(layer, framework) * (1.0 / full);
    Flop const work = attention_forward_flop(model) * (samples / spread * causal);
    double const numbers =
        model.query_width() + model.key_width() + model.value_width() + model.mixed_width();
    Bytes const moved = layer.number * (layer.tokens / layer.tensor * numbers);
    Duration const there = std::max(work / rate, moved / roofline.memory);
    Duration const back =
        std::max(2.5 * work / (rate * backward_attention_rate), 2.0 * moved / roofline.memory);
    return {{there + roofline.launch, 1.0, work, moved},
            {back + 2.0 * roofline.launch, 2.0, 2.5 * work, 2.0 * moved}};
}

/// Passes of the scores through memory between the two products, and the kernels that make them. To the host, the parts
/// of a softmax are one kernel as Framework::host_per_kernel counts them.
struct ScorePasses {
    Bytes there{}, back{};
    double kernels = 1.0;
    double starts = 1.0;
};

/// Softmax is read and written; dropout too, with a mask of one byte. In parts, each in FP32: a cast, the scale, the
/// softmax, a cast back.
ScorePasses score_passes(Layer const& layer, double scores, Framework const& framework) {
    Bytes const size = layer.number * scores;
    Bytes const wide = bytes(4) * scores;
    ScorePasses passes{2.0 * size, 3.0 * size};
    if (framework.separate_softmax)
        passes = {2.0 * size + 6.0 * wide, 2.0 * size + 7.0 * wide, 1.0, 4.0};
    if (!layer.model.drops_scores()) return passes;
    Bytes const dropped = 2.0 * size + bytes(scores);
    return {
        passes.there + dropped, passes.back + dropped, passes.kernels + 1.0, passes.starts + 1.0};
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
    ScorePasses const passes = score_passes(layer, s * seen * heads, framework);
    double const kernels = passes.kernels;
    Duration one = product_time(scores, roofline) + product_time(values, roofline);
    // Samples of different length are separate products.
    if (model.attended > 0.0) one += 2.0 * (layer.plan.micro_batch - 1.0) * roofline.launch;
    Flop const work = scores.flop() + values.flop();
    Bytes const moved = scores.traffic() + values.traffic();
    return {{one + passes.there / roofline.memory + passes.starts * roofline.launch,
             2.0 + kernels,
             work,
             moved + passes.there},
            {2.0 * one + passes.back / roofline.memory + passes.starts * roofline.launch,
             4.0 + kernels,
             2.0 * work,
             2.0 * moved + passes.back}};
}

}  // namespace

Both attention(Layer const& layer, Framework const& framework) {
    return layer.model.fused_attention ? fused_attention(layer, framework)
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
    if (model.positions == Positions::rotary) {
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
    if (model.latent) {
        // Norms of the latent numbers.
        double const ranks = model.latent->queries + model.latent->keys;
        forward += 2.0 * ranks / layer.outside;
        backward += 5.0 * ranks / layer.outside;
        kernels += 2.0;
        back_kernels += 3.0;
    }
    return {elementwise_kernels(layer, forward, kernels),
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
