// SPDX-License-Identifier: Apache-2.0
//
// Memory of the fullest device.
//
// Equation, per layer and micro-batch, for t-way tensor and sequence parallelism in half precision:
//   nothing recomputed   s b h / t (34 + 5 a s / h)
//   selective            s b h / t 34
//   full                 2 s b h
// taken apart here by what is kept, so that grouped queries, SwiGLU and FP32 follow. The first stage
// of a p-stage 1F1B pipeline keeps p micro-batches, the last keeps one and the logits. Weights,
// gradients and Adam states take 2 + 4 + 12 bytes a parameter in BF16, 2 + 2 + 12 in FP16, 4 + 4 + 8 in FP32; the
// distributed optimizer spreads the last over the replicas.
// Source. Korthikanti et al., "Reducing activation recomputation in large transformer models", 2022,
// sections 4 and 5; Rajbhandari et al., "ZeRO", SC20, for the states.
// Domain. Steady state of a step. Fragmentation is a constant reserve.
#include "models/application/memory.hpp"

#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace clustersim {
namespace {

/// Bytes kept per layer and micro-batch when nothing but the scores is left out.
Bytes kept_per_layer(Transformer const& model, Plan const& plan) {
    double const t = plan.tensor;
    double const outside =
        plan.sequence_parallel ? t : 1.0;  // what only sequence parallelism divides
    double const h = model.hidden;
    double const ffn_kept = model.activation == Activation::swiglu ? 3.0 : 2.0;
    // Inputs of the two norms, of the first projection of each block, and two dropout masks (1 byte).
    double const replicated = (4.0 + 4.0) * h + 2.0 * h;
    double const divided =
        2.0 * (h + 2.0 * model.kv_width()) + 2.0 * h + 2.0 * ffn_kept * model.ffn;
    double const tokens = static_cast<double>(plan.micro_batch) * model.sequence;
    double const widths = size_of(plan.precision).si() / 2.0;
    return bytes(tokens * widths * (replicated / outside + divided / t));
}

Bytes scores_per_layer(Transformer const& model, Plan const& plan) {
    double const s = model.sequence;
    double const widths = size_of(plan.precision).si() / 2.0;
    return bytes(5.0 * model.heads * s * s * plan.micro_batch * widths / plan.tensor);
}

/// What one stage keeps for `in_flight` micro-batches of `layers` layers.
Bytes activations_of(Transformer const& model, Plan const& plan, double layers, double in_flight) {
    Bytes const kept = kept_per_layer(model, plan);
    Bytes const scores = model.fused_attention ? Bytes{} : scores_per_layer(model, plan);
    double const tokens = static_cast<double>(plan.micro_batch) * model.sequence;
    switch (plan.recompute) {
        case Recompute::none: return in_flight * layers * (kept + scores);
        case Recompute::selective: return in_flight * layers * kept + scores;
        case Recompute::full:
            // The layers' inputs, and everything of the one layer that is being computed again.
            return in_flight * layers * tokens * model.hidden * size_of(plan.precision) + kept +
                   scores;
    }
    return {};
}

struct StateBytes {
    double weight, gradient, optimizer;
};

StateBytes adam_states(Precision precision) {
    bool const mixed = size_of(precision).si() < 4.0;
    return {mixed ? 2.0 : 4.0, gradient_size(precision).si(), mixed ? 12.0 : 8.0};
}

MemoryUse with_states(double parameters_held, Plan const& plan, Framework const& framework) {
    StateBytes const states = adam_states(plan.precision);
    double const shards = plan.sharding != Sharding::none ? plan.shards() : 1.0;
    MemoryUse use;
    use.weights = bytes(parameters_held * states.weight);
    use.gradients = bytes(parameters_held * states.gradient);
    use.optimizer = bytes(parameters_held * states.optimizer / shards);
    use.reserve = framework.reserve;
    return use;
}

/// Plans that change one thing, with what each is called.
std::vector<std::pair<std::string, Plan>>
alternatives(Application const& application, Plan const& plan, Platform const& platform) {
    std::vector<std::pair<std::string, Plan>> out;
    auto add = [&](std::string name, auto change) {
        Plan other = plan;
        change(other);
        out.emplace_back(std::move(name), other);
    };
    bool const decoder = std::holds_alternative<Transformer>(application.model);
    if (decoder && plan.recompute != Recompute::full) {
        add("full recomputation", [](Plan& p) { p.recompute = Recompute::full; });
    }
    if (plan.micro_batch > 1) {
        add("a micro-batch of 1", [](Plan& p) { p.micro_batch = 1; });
    }
    if (!decoder) return out;
    if (plan.sharding == Sharding::none && plan.data > 1) {
        add("the distributed optimizer", [](Plan& p) { p.sharding = Sharding::optimizer; });
    }
    auto const& model = std::get<Transformer>(application.model);
    for (int tensor = plan.tensor * 2; tensor <= platform.node.gpus && model.heads % tensor == 0;
         tensor *= 2) {
        add(fmt::format("tensor parallelism {}", tensor), [&](Plan& p) { p.tensor = tensor; });
    }
    for (int pipeline = plan.pipeline + 1; pipeline <= model.layers; ++pipeline) {
        if (model.layers % pipeline != 0) continue;
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

MemoryUse memory_use(Transformer const& model, Plan const& plan, Framework const& framework) {
    double const t = plan.tensor;
    double const layers = static_cast<double>(model.layers) / plan.pipeline;
    double const tokens = static_cast<double>(plan.micro_batch) * model.sequence;
    double const in_flight = std::min(plan.pipeline, plan.accumulation);
    double const table =
        static_cast<double>(model.padded_vocabulary(plan.tensor)) * model.hidden / t;
    double const positions = model.positions == Positions::learned
                                 ? static_cast<double>(model.sequence) * model.hidden
                                 : 0.0;
    bool const one_stage = plan.pipeline == 1;
    double const layer_weights = layers * layer_parameters(model) / t;

    // An untied or a second copy of the table sits on the last stage.
    double const tables_of_only = model.tied_embeddings ? 1.0 : 2.0;
    MemoryUse first = with_states(
        layer_weights + positions + table * (one_stage ? tables_of_only : 1.0), plan, framework);
    first.activations = activations_of(model, plan, layers, in_flight);
    MemoryUse last =
        with_states(layer_weights + table * (one_stage ? tables_of_only : 1.0), plan, framework);
    last.activations = activations_of(model, plan, layers, 1.0);
    // FP32 logits and their gradient, which is computed in place of the half-precision copy.
    last.logits = bytes(tokens * model.padded_vocabulary(plan.tensor) / t *
                        (4.0 + size_of(plan.precision).si()));
    if (one_stage) {
        first.logits = last.logits;
        return first;
    }
    return first.total() >= last.total() ? first : last;
}

MemoryUse memory_use(Cnn const& model, Plan const& plan, Framework const& framework) {
    // Autocast keeps FP32 weights and casts them for each use; SGD keeps one momentum.
    double const count = parameters(model);
    bool const mixed = size_of(plan.precision).si() < 4.0;
    MemoryUse use;
    use.weights = bytes(count * (mixed ? 6.0 : 4.0));
    use.gradients = bytes(count * 4.0);
    use.optimizer = bytes(count * 4.0);
    double kept = 3.0 * model.image * model.image;
    // Each layer keeps the input of its normalisation and the output of its activation.
    for (ConvLayer const& layer : model.layers) {
        kept += layer.repeat * out_elements(layer) * ((layer.normalised ? 1.0 : 0.0) + 1.0);
    }
    use.activations = kept * static_cast<double>(plan.micro_batch) * size_of(plan.precision);
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
                             "{}, logits {}, reserve {}",
                             human(platform.accelerator.memory),
                             human(use.weights),
                             human(use.gradients),
                             human(use.optimizer),
                             human(use.activations),
                             human(use.logits),
                             human(use.reserve));
    d.help = what_would_fit(application, plan, platform);
    return failure(std::move(d));
}

}  // namespace clustersim
