// SPDX-License-Identifier: Apache-2.0
//
// Memory of the fullest device.
//
// Equation. Weights, gradients and Adam states take 2 + 4 + 12 bytes a parameter in BF16, 2 + 2 + 12 in FP16, 4 + 4 + 8
// in FP32; the distributed optimizer (ZeRO stage 1) spreads the Adam states over the replicas, stage 2 the gradients too,
// stage 3 all. Up to stage 1, gradients are added up in the buffer that is reduced, so a gradient takes what it takes on
// the network. Activations are those of activation_memory.cpp. The loss of the last stage and the backward pass of a layer
// follow each other: the larger of both counts. The first stage has the embedding, the last one the table of the logits;
// both are taken to hold as many layers as the widest stage. The fuller of the two is the answer.
// Source. Rajbhandari et al., "ZeRO", SC20, for the states; Megatron-Core, distributed/param_and_grad_buffer.py and
// DistributedDataParallelConfig (grad_reduce_in_fp32), for the buffer.
// Domain. Steady state of a step. Fragmentation is a constant reserve and a share of the activations.
#include "models/application/memory.hpp"

#include "models/application/activation_memory.hpp"
#include "models/application/stages.hpp"
#include "models/application/step_parts.hpp"
#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace clustersim {
namespace {

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
    Bytes const gradient = plan.sharding >= Sharding::gradients ? bytes(states.gradient)
                                                                : gradient_bytes(plan, framework);
    use.gradients = trained(Sharding::gradients) * (gradient + framework.gradient_copy);
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
    StageLayers const layers = stage_layers(model, plan);
    Bytes const layer = layer_work(model, plan);
    auto const stage = [&](Held const& weights, double of_layers, int rank) {
        MemoryUse use = with_states(weights, plan, framework);
        use.activations = kept_activations(model, plan, of_layers, in_flight_of(plan, rank));
        use.reserve += framework.fragmentation * use.activations;
        Bytes const loss = rank == plan.pipeline - 1 ? loss_work(model, plan, framework) : Bytes{};
        if (loss > layer)
            use.logits = loss;
        else
            use.working += layer;
        return use;
    };
    MemoryUse const first = stage(held, layers.first, 0);
    if (plan.pipeline == 1) return first;
    double const positions = model.positions == Positions::learned
                                 ? static_cast<double>(model.sequence) * model.hidden / plan.tensor
                                 : 0.0;
    Held end = held;
    end.dense -= positions;
    if (plan.adapters == 0) end.trained_dense -= positions;
    MemoryUse const last = stage(end, layers.last, plan.pipeline - 1);
    return first.total() >= last.total() ? first : last;
}

MemoryUse memory_use(Cnn const& model, Plan const& plan, Framework const& framework) {
    // Autocast keeps FP32 weights and casts them for each use; SGD keeps one momentum, Adam two.
    double const count = parameters(model);
    bool const mixed = size_of(plan.precision).si() < 4.0;
    MemoryUse use;
    double const shards = plan.shards();
    auto const held = [&](bool split, double each) {
        return bytes(count * each / (split ? shards : 1.0));
    };
    use.weights = held(plan.always_split(), 4.0);
    if (mixed) use.weights += bytes(count * 2.0);
    use.gradients = held(plan.always_split(), 4.0);
    use.optimizer = held(plan.sharding != Sharding::none, model.adam ? 8.0 : 4.0);
    // What is not trained is held in half precision.
    use.weights += bytes(2.0 * frozen_parameters(model));
    use.activations =
        kept_elements(model) * static_cast<double>(plan.micro_batch) * size_of(plan.precision);
    use.logits = bytes(static_cast<double>(plan.micro_batch) * model.classes * 8.0);
    use.reserve = framework.reserve;
    return use;
}

}  // namespace clustersim
