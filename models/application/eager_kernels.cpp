// SPDX-License-Identifier: Apache-2.0
//
// Kernels of software that runs every operator of PyTorch as a kernel of its own.
//
// Equation. The bytes that each operator reads and writes for a number of its input, forward + backward; "wide" with weights and
// the residual stream in FP32 under autocast, else in half precision:
//                            wide        kernels     half        kernels
//   RMS norm                 28 + 92     6 + 14      36 + 92     8 + 16
//   layer norm                8 + 20     1 + 3        4 + 10     1 + 3
//   residual sum             10 + 18     1 + 2        6 + 6      1 + 1
//   input of a map            6 + 6      1 + 1        -          -        one cast for each map that reads a norm
//   gradients of one input   12          1            6          1        for each map beyond the first, backward
//   rotary positions         36 + 56     6 + 12      20 + 30     5 + 10   queries, and keys
//   silu and product         10 + 18     2 + 3       10 + 18     2 + 3
//   GELU (tanh, in parts)    76 + 118   10 + 15      36 + 56     8 + 11
//   weight of a map           6 + 6      1 + 1        -          -        cast, its gradient cast back
// An RMS norm in FP32: square (8), mean (4), product with the inverse root (8) and with the weight (8). Backward the products take
// 8 + 12 + 4 each (two gradients and a sum), the mean 4, the square 28, the sum of both gradients 12. Rotary positions: two
// products (6 each, their cosines in FP32), minus (2), join (4), sum (12), cast (6). Wide GELU: cast (6), cube (8), product (8),
// sum (10), product (8), tanh (8), sum (8), half (4), product (10), cast (6). Kept for the backward pass are the inputs of
// operators that are not linear: around an RMS norm 4 + 4 bytes (half: 4 + 2 + 2), around a layer norm 4 (half: 2 + 2), and 2
// for each cast; inside a gated block gate, value, silu and product (8), of a GELU 4 + 4 + 4 + 2 + 2 (half: 10); a softmax
// keeps its result in FP32 and in half precision (6).
// Source. Hugging Face transformers, models/llama/modeling_llama.py (LlamaRMSNorm, apply_rotary_pos_emb, LlamaMLP),
// models/gpt2/modeling_gpt2.py, pytorch_utils.py (Conv1D), activations.py (NewGELUActivation), integrations/sdpa_attention.py;
// PyTorch, torch.amp (which operators run in which precision) and tools/autograd/derivatives.yaml.
// Domain. Gated blocks are written as Llama's, others as GPT-2's, without dropout beyond a mask of one byte. Caches of the
// device make small tensors faster than this.
#include "models/application/eager_kernels.hpp"

namespace clustersim {
namespace {

/// Bytes of a number and kernels of both passes.
struct Eager {
    double there, back;
    double kernels, back_kernels;
};

Eager operator+(Eager a, Eager const& b) {
    return {
        a.there + b.there, a.back + b.back, a.kernels + b.kernels, a.back_kernels + b.back_kernels};
}

Eager operator*(double times, Eager const& a) {
    return {times * a.there, times * a.back, times * a.kernels, times * a.back_kernels};
}

Both kernels_over(Layer const& layer, double numbers, Eager const& each) {
    Roofline const& roofline = layer.ceilings.rest;
    auto const pass = [&](double moved, double kernels) {
        Bytes const traffic = bytes(numbers * moved);
        if (kernels > 0.0)
            note(layer,
                 {.kind = KernelKind::stream,
                  .precision = layer.rest(),
                  .moved = (1.0 / kernels) * traffic});
        return KernelTime{
            traffic / roofline.memory + kernels * roofline.launch, kernels, {}, traffic};
    };
    return {pass(each.there, each.kernels), pass(each.back, each.back_kernels)};
}

Eager norm_of(Layer const& layer) {
    bool const wide = layer.wide_weights;
    if (layer.model.norm == Norm::rms)
        return wide ? Eager{28.0, 92.0, 6.0, 14.0} : Eager{36.0, 92.0, 8.0, 16.0};
    return wide ? Eager{8.0, 20.0, 1.0, 3.0} : Eager{4.0, 10.0, 1.0, 3.0};
}

bool gated_block(Transformer const& model) {
    return model.activation == Activation::swiglu;
}

}  // namespace

bool casts_weights(Plan const& plan, Framework const& framework) {
    bool const mixed = size_of(plan.precision).si() < 4.0;
    bool const split = plan.sharding != Sharding::none && plan.replicas() > 1;
    return framework.wide_weights && mixed && plan.adapters == 0 && !split;
}

double joint_maps(Transformer const& model) {
    return gated_block(model) ? 3.0 : 1.0;
}

Both eager_norm(Layer const& layer) {
    return kernels_over(layer, layer.tokens * layer.model.hidden / layer.outside, norm_of(layer));
}

Both eager_norms_and_sums(Layer const& layer) {
    Transformer const& model = layer.model;
    bool const wide = layer.wide_weights;
    Eager const sum = wide ? Eager{10.0, 18.0, 1.0, 2.0} : Eager{6.0, 6.0, 1.0, 1.0};
    Eager const cast = wide ? Eager{6.0, 6.0, 1.0, 1.0} : Eager{};
    Eager const added = wide ? Eager{0.0, 12.0, 0.0, 1.0} : Eager{0.0, 6.0, 0.0, 1.0};
    Eager const dropped = model.dropout > 0.0 ? Eager{5.0, 5.0, 1.0, 1.0} : Eager{};
    auto const block = [&](double maps) {
        return norm_of(layer) + sum + maps * cast + (maps - 1.0) * added + dropped;
    };
    // Blocks of both kinds, whose mean counts.
    double const inside = model.ffn_share();
    Eager const all = (model.blocks() - inside) * block(joint_maps(model)) +
                      inside * block(model.ffn_matrices() - 1.0);
    return kernels_over(layer, layer.tokens * model.hidden / layer.outside, all);
}

Both eager_activation(Layer const& layer, double tokens, double width) {
    Eager each{10.0, 18.0, 2.0, 3.0};
    if (!gated_block(layer.model))
        each = layer.wide_weights ? Eager{76.0, 118.0, 10.0, 15.0} : Eager{36.0, 56.0, 8.0, 11.0};
    // The gradient of a bias is a sum over tokens.
    if (layer.model.biases) each.back += 2.0;
    return kernels_over(layer, tokens * width, each);
}

Both eager_rotation(Layer const& layer) {
    Transformer const& model = layer.model;
    double const numbers = layer.tokens * (model.query_width() + model.key_width()) / layer.tensor;
    return kernels_over(layer,
                        numbers,
                        layer.wide_weights ? Eager{36.0, 56.0, 12.0, 24.0}
                                           : Eager{20.0, 30.0, 10.0, 20.0});
}

Both eager_weight_casts(Layer const& layer, double numbers) {
    if (!layer.wide_weights) return {};
    double const casts = layer.model.biases ? 2.0 : 1.0;
    return kernels_over(layer, numbers, {6.0, 6.0, casts, casts});
}

double eager_kept_by_norm(Transformer const& model, double maps, bool wide) {
    bool const rms = model.norm == Norm::rms;
    if (wide) return (rms ? 8.0 : 4.0) + 2.0 * maps;
    return rms ? 8.0 : 4.0;
}

double eager_kept_inside(Transformer const& model, bool wide) {
    if (gated_block(model)) return 8.0;
    return wide ? 16.0 : 10.0;
}

}  // namespace clustersim
