// SPDX-License-Identifier: Apache-2.0
//
// Memory of the fullest device.
//
// Equation, per layer and micro-batch, for t-way tensor and sequence parallelism in half precision:
//   nothing recomputed   s b h / t (34 + 5 a s / h)
//   selective            s b h / t 34
//   full                 2 s b h
// separated here by what is kept, so that grouped queries, SwiGLU and FP32 follow. The first stage of a p-stage
// 1F1B pipeline keeps p micro-batches, the last stage keeps one and the logits. Weights, gradients and Adam states
// take 2 + 4 + 12 bytes a parameter in BF16, 2 + 2 + 12 in FP16, 4 + 4 + 8 in FP32; the distributed optimizer
// (ZeRO stage 1) spreads the Adam states over the replicas, stage 2 the gradients too, stage 3 all. An interleaved
// pipeline of v pieces keeps p + (p - 1) / v micro-batches on its first stage; GPipe keeps all.
// Source. Korthikanti et al., "Reducing activation recomputation in large transformer models", 2022,
// sections 4 and 5; Rajbhandari et al., "ZeRO", SC20, for the states.
// Domain. Steady state of a step. Fragmentation is a constant reserve and a share of the activations.
#include "models/application/memory.hpp"

#include "models/application/layer_time.hpp"
#include "models/application/stages.hpp"
#include "models/application/step_parts.hpp"
#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace clustersim {
namespace {

double tokens_of(Transformer const& model, Plan const& plan) {
    return static_cast<double>(plan.micro_batch) * model.sequence / plan.context;
}

/// Bytes kept per layer and micro-batch if only the scores are recomputed.
Bytes kept_per_layer(Transformer const& model, Plan const& plan) {
    double const t = plan.tensor;
    double const outside =
        plan.sequence_parallel ? t : 1.0;  // divided by sequence parallelism only
    double const h = model.hidden;
    double const ffn_kept = model.activation == Activation::swiglu ? 3.0 : 2.0;
    // For experts, each token keeps its activations in its own experts, and itself once more per
    // expert.
    Experts const& experts = model.experts;
    double const share = model.expert_share();
    double const met =
        static_cast<double>(experts.per_token) * experts.ffn + experts.shared_width();
    double const width = share * met + model.dense_share() * model.ffn;
    double const sent = share * 2.0 * experts.per_token * model.expert_width();
    // For a latent attention: the compressed numbers, before and after their norms.
    double const ranks = model.latent ? model.latent->queries + model.latent->keys : 0.0;
    // Inputs of a block's norm and of its first projection, and a dropout mask (1 byte a number).
    double const replicated =
        model.blocks() * (4.0 + 1.0) * h + sent + model.attention_share() * 4.0 * ranks;
    double const attention =
        model.query_width() + model.key_width() + model.value_width() + model.mixed_width();
    StateSpace const& space = model.state_space;
    double const states = 2.0 * space.convolved() + 3.0 * space.inner();
    double const divided = 2.0 * model.attention_share() * attention +
                           2.0 * model.state_share() * states + 2.0 * ffn_kept * width;
    double const tokens = tokens_of(model, plan);
    double const widths = activation_size(plan.precision).si() / 2.0;
    return bytes(tokens * widths * (replicated / outside + divided / t));
}

Bytes scores_per_layer(Transformer const& model, Plan const& plan) {
    double const s = model.sequence;
    double const widths = activation_size(plan.precision).si() / 2.0;
    return bytes(5.0 * model.attention_share() * model.heads * s * s * plan.micro_batch * widths /
                 plan.tensor / plan.context);
}

/// Micro-batches whose activations the first stage keeps for backward passes; an interleaved stage starts
/// further ones early.
double in_flight_of(Plan const& plan) {
    double const m = plan.accumulation;
    if (plan.schedule == Schedule::gpipe) return m;
    double const p = plan.pipeline;
    double const early = plan.virtual_stages > 1 ? (p - 1.0) / plan.virtual_stages : 0.0;
    return std::min(p + early, m);
}

/// Bytes that one stage keeps for `in_flight` micro-batches of `layers` layers.
Bytes activations_of(Transformer const& model, Plan const& plan, double layers, double in_flight) {
    Bytes const kept = kept_per_layer(model, plan);
    Bytes const scores = model.fused_attention ? Bytes{} : scores_per_layer(model, plan);
    double const outside = plan.sequence_parallel ? plan.tensor : 1.0;
    switch (plan.recompute) {
        case Recompute::none: return in_flight * layers * (kept + scores);
        case Recompute::selective: return in_flight * layers * kept;
        case Recompute::full:
            return in_flight * layers * (tokens_of(model, plan) * model.hidden / outside) *
                   activation_size(plan.precision);
    }
    return {};
}

/// Bytes that recomputation restores for the layer whose backward pass runs.
Bytes recomputed(Transformer const& model, Plan const& plan) {
    Bytes const scores = model.fused_attention ? Bytes{} : scores_per_layer(model, plan);
    if (plan.recompute == Recompute::selective) return scores;
    return plan.recompute == Recompute::full ? kept_per_layer(model, plan) + scores : Bytes{};
}

MemoryUse with_states(Held const& held, Plan const& plan, Framework const& framework) {
    StateBytes const states = adam_states(plan.precision);
    double const dense = plan.shards();
    double const copies = plan.tensor_experts ? 1.0 : plan.tensor;
    double const expert = std::max(1.0, dense * copies / plan.expert);
    auto const spread = [&](Sharding from) {
        return plan.sharding >= from ? held.dense / dense + held.expert / expert : held.all();
    };
    auto const trained = [&](Sharding from) {
        return plan.sharding >= from ? held.trained_dense / dense + held.trained_expert / expert
                                     : held.trained();
    };
    MemoryUse use;
    use.weights = bytes(spread(Sharding::parameters) * states.weight);
    use.gradients =
        trained(Sharding::gradients) * (bytes(states.gradient) + framework.gradient_copy);
    use.optimizer =
        trained(Sharding::optimizer) * (bytes(states.optimizer) + framework.shard_gradient);
    double const layer = held.all() / std::max(1.0, held.layers);
    // The current layer and the next one, whole, and the gradients of one.
    if (plan.sharding == Sharding::parameters && plan.replicas() > 1)
        use.working = bytes(layer * (2.0 * states.weight + states.gradient));
    // Buckets of a number of gradients are views of the gradients, those of a size copies.
    if (plan.replicas() > 1) use.buffers = framework.bucket.size;
    use.reserve = framework.reserve;
    return use;
}

/// Plans that change one thing, each with its name.
std::vector<std::pair<std::string, Plan>>
alternatives(Application const& application, Plan const& plan, Platform const& platform) {
    std::vector<std::pair<std::string, Plan>> out;
    auto add = [&](std::string name, auto change) {
        Plan other = plan;
        change(other);
        out.emplace_back(std::move(name), other);
    };
    bool const decoder = std::holds_alternative<Transformer>(application.model);
    if (decoder && plan.recompute != Recompute::full)
        add("full recomputation", [](Plan& p) { p.recompute = Recompute::full; });
    if (plan.micro_batch > 1) add("a micro-batch of 1", [](Plan& p) { p.micro_batch = 1; });
    if (!decoder) return out;
    if (plan.sharding == Sharding::none && plan.data > 1)
        add("the distributed optimizer", [](Plan& p) { p.sharding = Sharding::optimizer; });
    auto const& model = std::get<Transformer>(application.model);
    for (int tensor = plan.tensor * 2; tensor <= platform.node.gpus && model.heads % tensor == 0;
         tensor *= 2)
        add(fmt::format("tensor parallelism {}", tensor), [&](Plan& p) { p.tensor = tensor; });
    for (int pipeline = plan.pipeline + 1; pipeline <= model.layers; ++pipeline) {
        if (model.layers % pipeline != 0 || plan.virtual_stages > 1 || plan.ends_as_layers)
            continue;
        add(fmt::format("{} pipeline stages", pipeline), [&](Plan& p) { p.pipeline = pipeline; });
        add(fmt::format("{} pipeline stages with full recomputation", pipeline), [&](Plan& p) {
            p.pipeline = pipeline;
            p.recompute = Recompute::full;
        });
    }
    return out;
}

MemoryUse use_of(Application const& application, Plan const& plan) {
    return std::visit(
        [&](auto const& model) { return memory_use(model, plan, application.training.framework); },
        application.model);
}

std::string
what_would_fit(Application const& application, Plan const& plan, Platform const& platform) {
    std::vector<std::string> names;
    for (auto const& [name, other] : alternatives(application, plan, platform)) {
        if (names.size() == 3) break;
        Bytes const total = use_of(application, other).total();
        if (total <= platform.accelerator.memory)
            names.push_back(fmt::format("{} ({})", name, human(total)));
    }
    if (names.empty()) return "no single change makes it fit; split the model over more devices";
    return fmt::format("it would fit with {}", fmt::join(names, ", or "));
}

}  // namespace

StateBytes adam_states(Precision precision) {
    bool const mixed = size_of(precision).si() < 4.0;
    return {mixed ? 2.0 : 4.0, gradient_size(precision).si(), mixed ? 12.0 : 8.0};
}

MemoryUse memory_use(Transformer const& model, Plan const& plan, Framework const& framework) {
    return memory_use(model, plan, framework, held_by(model, plan));
}

MemoryUse memory_use(Transformer const& model,
                     Plan const& plan,
                     Framework const& framework,
                     Held const& held) {
    double const t = plan.tensor;
    bool const one_stage = plan.pipeline == 1;
    StageLayers const layers = stage_layers(model, plan);
    Bytes const logits = tokens_of(model, plan) * model.predicted_share *
                         bytes(model.padded_vocabulary(plan.tensor) / t *
                               (4.0 + activation_size(plan.precision).si()));
    if (one_stage) {
        MemoryUse only = with_states(held, plan, framework);
        only.activations = activations_of(model, plan, held.layers, in_flight_of(plan));
        only.working += recomputed(model, plan);
        // FP32 logits and their gradient, which is computed in place of the half-precision copy.
        only.logits = logits;
        only.reserve += framework.fragmentation * only.activations;
        return only;
    }
    MemoryUse first = with_states(held, plan, framework);
    first.activations = activations_of(model, plan, layers.first, in_flight_of(plan));
    first.working += recomputed(model, plan);
    first.reserve += framework.fragmentation * first.activations;
    double const positions = model.positions == Positions::learned
                                 ? static_cast<double>(model.sequence) * model.hidden / t
                                 : 0.0;
    Held end = held;
    end.dense -= positions;
    if (plan.adapters == 0) end.trained_dense -= positions;
    MemoryUse last = with_states(end, plan, framework);
    last.activations = activations_of(
        model, plan, layers.last, plan.schedule == Schedule::gpipe ? plan.accumulation : 1.0);
    last.working += recomputed(model, plan);
    last.logits = logits;
    last.reserve += framework.fragmentation * last.activations;
    return first.total() >= last.total() ? first : last;
}

MemoryUse memory_use(Cnn const& model, Plan const& plan, Framework const& framework) {
    // Autocast keeps FP32 weights and casts them for each use; SGD keeps one momentum, Adam two.
    double const count = parameters(model);
    bool const mixed = size_of(plan.precision).si() < 4.0;
    MemoryUse use;
    use.weights = bytes(count * (mixed ? 6.0 : 4.0));
    use.gradients = bytes(count * 4.0);
    use.optimizer = bytes(count * (model.adam ? 8.0 : 4.0));
    // What is not trained is held in half precision.
    use.weights += bytes(2.0 * frozen_parameters(model));
    use.activations =
        kept_elements(model) * static_cast<double>(plan.micro_batch) * size_of(plan.precision);
    use.logits = bytes(static_cast<double>(plan.micro_batch) * model.classes * 8.0);
    use.reserve = framework.reserve;
    return use;
}

Result<MemoryUse>
check_memory(Application const& application, Plan const& plan, Platform const& platform) {
    MemoryUse const use = use_of(application, plan);
    if (use.total() <= platform.accelerator.memory) return use;
    Diagnostic d = problem(Code::out_of_memory,
                           fmt::format("{} does not fit: {} needed, {} has {}",
                                       application.name,
                                       human(use.total()),
                                       platform.accelerator.name,
                                       human(platform.accelerator.memory)));
    d.expected = fmt::format("at most {}; weights take {}, gradients {}, optimizer {}, activations "
                             "{}, logits {}, one layer's work {}, buffers {}, reserve {}",
                             human(platform.accelerator.memory),
                             human(use.weights),
                             human(use.gradients),
                             human(use.optimizer),
                             human(use.activations),
                             human(use.logits),
                             human(use.working),
                             human(use.buffers),
                             human(use.reserve));
    d.help = what_would_fit(application, plan, platform);
    return failure(std::move(d));
}

}  // namespace clustersim
