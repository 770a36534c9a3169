// SPDX-License-Identifier: Apache-2.0
//
// Memory of activations.
//
// Equation, per layer and micro-batch, for t-way tensor and sequence parallelism in half precision with dropout:
//   nothing recomputed   s b h / t (34 + 5 a s / h)
//   selective            s b h / t 34
//   full                 2 s b h
//   operators            2 s b (h (1 or 2) / t + (q + v + o + f) / t), attention and every second product kept
// separated here by what is kept, so that grouped queries, SwiGLU and FP32 follow. Without dropout
// there are no masks (one byte for each number, of two sums in a layer and of the scores) and no
// dropped copy of the scores: 32 and 2 in place of 34 and 5. Rotary positions make new queries and
// keys in place of the old ones, and the values are copied for the attention, so that the joint
// tensor of all three is freed.
// The stage of rank r (from 0) of p keeps p - r micro-batches, an interleaved one of v pieces p + (p - 1 - 2 r) / v; GPipe
// keeps all.
// In addition, one layer's backward pass takes what recomputation restores, two tensors of whole
// width (the gathered input and its gradient) and the larger of the gradients inside a feed-forward
// block (its inner width twice, three times if gated) and of the scores (their gradients before and
// after dropout and softmax). The loss takes a number of bytes for each logit; it ends before a
// layer's backward pass begins.
// Source. Korthikanti et al., "Reducing activation recomputation in large transformer models", 2022,
// sections 4 and 5; torchtitan, parallelisms/parallelize_llama.py (_custom_policy), for operators; Megatron-Core, pipeline_parallel/schedules.py for interleaved stages and transformer/attention.py for
// queries, keys and values; Transformer Engine, get_qkv_layout, which copies them if their strides differ.
// With frozen weights, what only the gradients of weights need is not kept: f or 3 f - f inner numbers, one norm of two.
// Numbers that are saved in 8 bits are inputs of maps and of activation functions; those of an attention in 8 bits are
// queries, keys, values and its result. Inputs of norms keep their format.
// Domain. Steady state of a step. Kernels that join operations keep less than is counted here.
#include "models/application/activation_memory.hpp"

#include "models/application/eager_kernels.hpp"
#include "models/application/roofline.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

double tokens_of(Transformer const& model, Plan const& plan) {
    return static_cast<double>(plan.micro_batch) * model.sequence / plan.context;
}

/// Inner width of the blocks of a layer that a token meets: its own experts, shared ones, or the dense block.
double met_width(Transformer const& model) {
    Experts const& experts = model.experts;
    double const met =
        static_cast<double>(experts.per_token) * experts.ffn + experts.shared_width();
    return model.expert_share() * met + model.dense_share() * model.ffn;
}

bool gated(Transformer const& model) {
    return model.activation == Activation::swiglu;
}

bool runs_operators(Plan const& plan, Framework const& framework) {
    return framework.separate_operators && activation_size(plan.precision) == bytes(2);
}

/// The same if every operator keeps what it needs.
Bytes eager_kept_per_layer(Transformer const& model, Plan const& plan, Framework const& framework) {
    bool const wide = casts_weights(plan, framework);
    double const h = model.hidden;
    double const mask = model.dropout > 0.0 ? 1.0 : 0.0;
    double const inside = model.ffn_share();
    // Frozen weights: neither a norm's product with its weight nor a map keeps its input; adapters keep that of theirs.
    bool const frozen = plan.adapters > 0;
    double const spared = frozen ? 2.0 : 0.0;
    double const of_norm = model.norm == Norm::rms ? spared : 0.0;
    double const norms =
        (model.blocks() - inside) * (eager_kept_by_norm(model, joint_maps(model), wide) - of_norm) +
        inside * (eager_kept_by_norm(model, model.ffn_matrices() - 1.0, wide) - of_norm - spared) +
        model.blocks() * mask;
    double const attention =
        model.query_width() + model.key_width() + model.value_width() + model.mixed_width();
    // Attention that is not fused repeats keys and values for all heads.
    double const repeated =
        model.fused_attention ? 0.0 : 2.0 * (model.query_width() - model.key_width());
    double const sent =
        frozen ? 0.0 : model.expert_share() * 2.0 * model.experts.per_token * model.expert_width();
    return bytes(tokens_of(model, plan) *
                 (norms * h + sent + 2.0 * model.attention_share() * (attention + repeated) +
                  (eager_kept_inside(model, wide) - spared) * met_width(model)));
}

/// Bytes kept per layer and micro-batch if only the scores are recomputed.
Bytes kept_per_layer(Transformer const& model, Plan const& plan, Framework const& framework) {
    if (runs_operators(plan, framework)) return eager_kept_per_layer(model, plan, framework);
    double const outside =
        plan.sequence_parallel ? plan.tensor : 1.0;  // divided by sequence parallelism only
    double const h = model.hidden;
    // Maps whose weights do not change read no input in the backward pass: what remains of a block are the inputs of its
    // activation, and of norms the output that adapters read.
    bool const frozen = plan.adapters > 0;
    double const ffn_kept = (gated(model) ? 3.0 : 2.0) - (frozen ? 1.0 : 0.0);
    double const normed = frozen ? model.attention_share() : model.blocks();
    // For experts, each token keeps itself once more per expert.
    double const sent =
        frozen ? 0.0 : model.expert_share() * model.experts.per_token * model.expert_width();
    // For a latent attention: the compressed numbers, before and after their norms.
    double const ranks = model.latent ? model.latent->queries + model.latent->keys : 0.0;
    // Inputs of a block's norm and of its first projection, and a dropout mask.
    double const mask = model.dropout > 0.0 ? 1.0 : 0.0;
    double const narrow = plan.saved == NarrowFormat::fp8 ? 1.0 : 2.0;
    double const in_attention = plan.attention == NarrowFormat::fp8 ? 1.0 : 2.0;
    double const replicated = model.blocks() * (2.0 + mask) * h + narrow * (normed * h + sent) +
                              model.attention_share() * 4.0 * ranks;
    double const attention =
        model.query_width() + model.key_width() + model.value_width() + model.mixed_width();
    StateSpace const& space = model.state_space;
    double const states = 2.0 * space.convolved() + 3.0 * space.inner();
    double const divided = in_attention * model.attention_share() * attention +
                           2.0 * model.state_share() * states +
                           narrow * ffn_kept * met_width(model);
    double const widths = activation_size(plan.precision).si() / 2.0;
    return bytes(tokens_of(model, plan) * widths * (replicated / outside + divided / plan.tensor));
}

/// Bytes of the scores of a layer, at this number of bytes each in half precision; none if
/// attention is fused.
Bytes scores_of(Transformer const& model, Plan const& plan, double each) {
    if (model.fused_attention) return {};
    double const s = model.sequence;
    double const widths = activation_size(plan.precision).si() / 2.0;
    return bytes(each * model.attention_share() * model.heads * s * s * plan.micro_batch * widths /
                 plan.tensor / plan.context);
}

/// The softmax; with dropout, its mask and the dropped copy too.
Bytes kept_scores(Transformer const& model, Plan const& plan, Framework const& framework) {
    double const dropped = model.drops_scores() ? 3.0 : 0.0;
    return scores_of(
        model, plan, dropped + (runs_operators(plan, framework) ? eager_kept_score : 2.0));
}

/// The same if operators are recomputed: the layer's input, queries, values, the result of attention, and of a feed-forward
/// block the first of its inner results and the last one.
Bytes kept_of_operators(Transformer const& model, Plan const& plan, Framework const& framework) {
    double const outside = plan.sequence_parallel ? plan.tensor : 1.0;
    double const h = model.hidden;
    double const input = casts_weights(plan, framework) ? 2.0 : 1.0;
    double const divided = model.attention_share() *
                               (model.query_width() + model.value_width() + model.mixed_width()) +
                           met_width(model);
    double const results = gated(model) ? model.ffn_share() * h : 0.0;
    return activation_size(plan.precision) * tokens_of(model, plan) *
           ((input * h + results) / outside + divided / plan.tensor);
}

}  // namespace

double in_flight_of(Plan const& plan, int rank) {
    double const m = plan.accumulation;
    if (plan.schedule == Schedule::gpipe) return m;
    double const p = plan.pipeline;
    if (plan.virtual_stages == 1) return std::min(p - rank, m);
    return std::min(p + (p - 1.0 - 2.0 * rank) / plan.virtual_stages, m);
}

Bytes kept_activations(Transformer const& model,
                       Plan const& plan,
                       Framework const& framework,
                       double layers,
                       double in_flight) {
    Bytes const kept = kept_per_layer(model, plan, framework);
    double const outside = plan.sequence_parallel ? plan.tensor : 1.0;
    switch (plan.recompute) {
        case Recompute::none:
            return in_flight * layers * (kept + kept_scores(model, plan, framework));
        case Recompute::selective: return in_flight * layers * kept;
        case Recompute::operators:
            return in_flight * layers * kept_of_operators(model, plan, framework);
        case Recompute::full: {
            // The fullest device keeps the layers beyond the last whole group.
            double const share = plan.recomputed_share(layers);
            double const again = share < 1.0 ? std::floor(share * layers + 1e-9) : layers;
            Bytes const input =
                tokens_of(model, plan) * model.hidden / outside *
                (casts_weights(plan, framework) ? bytes(4) : activation_size(plan.precision));
            return in_flight * (again * input +
                                (layers - again) * (kept + kept_scores(model, plan, framework)));
        }
    }
    return {};
}

Bytes layer_work(Transformer const& model, Plan const& plan, Framework const& framework) {
    Bytes const number = activation_size(plan.precision);
    double const tokens = tokens_of(model, plan);
    double const inner = (gated(model) ? 3.0 : 2.0) * met_width(model) / plan.tensor;
    // Two tensors of the scores in half precision: 4 bytes.
    Bytes const gradients = std::max(tokens * inner * number, scores_of(model, plan, 4.0));
    Bytes const work = 2.0 * tokens * model.hidden * number + gradients;
    if (plan.recompute == Recompute::none) return work;
    Bytes const scores = kept_scores(model, plan, framework);
    bool const whole = plan.recompute == Recompute::full || plan.recompute == Recompute::operators;
    return work + scores + (whole ? kept_per_layer(model, plan, framework) : Bytes{});
}

Bytes loss_work(Transformer const& model, Plan const& plan, Framework const& framework) {
    // Megatron's: logits in the format of activations, and in FP32 once, where the gradient replaces them.
    Bytes each = bytes(4) + activation_size(plan.precision);
    if (framework.logit > Bytes{}) each = framework.logit;
    if (plan.tensor > 1 && framework.divided_logit > Bytes{}) each = framework.divided_logit;
    return tokens_of(model, plan) * model.predicted_share *
           (model.padded_vocabulary(plan.tensor) / plan.tensor) * each;
}

}  // namespace clustersim
