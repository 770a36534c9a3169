// SPDX-License-Identifier: Apache-2.0
//
// Memory of the fullest device.
//
// Equation. Weights, gradients and Adam states take 2 + 4 + 12 bytes per parameter in BF16, 2 + 2 +
// 12 in FP16, 4 + 4 + 8 in FP32; the distributed optimizer (ZeRO stage 1) spreads the Adam states
// over the replicas, stage 2 the gradients too, stage 3 all. Up to stage 1, gradients are added up
// in the buffer that is reduced, so a gradient takes what it takes on the network. Activations are
// those of activation_memory.cpp. The loss of the last stage and the backward pass of a layer
// follow each other: the larger of both counts. The first stage has the embedding, the last one the
// table of the logits; if these count as layers, the second stage may be the fullest, which has one
// layer more and no table. The fullest is the answer. Weights in FP32 under autocast take 4 + 4 + 8
// bytes and 2 for their casts while the backward pass needs these. Gradients come as activations
// go, so that the peak is the loss (casts, activations and logits, no gradients in the first pass
// of a step) or the end of the backward pass (gradients, one layer).
// Source. Rajbhandari et al., "ZeRO", SC20, for the states; Megatron-Core, distributed/param_and_grad_buffer.py and
// DistributedDataParallelConfig (grad_reduce_in_fp32), for the buffer; DeepSpeed, runtime/engine.py (allreduce_no_retain,
// allreduce_bucket), for flat copies: a bucket is full once it exceeds its size, by one matrix at most.
// Frozen weights of linear maps take the bytes of their format (weight_format.cpp), and one matrix is held as a copy if products
// do not read that format. Paged states of the optimizer lie in the memory of the host.
// Domain. Steady state of a step. Fragmentation is a constant reserve and a share of the activations.
#include "models/application/memory.hpp"

#include "models/application/activation_memory.hpp"
#include "models/application/eager_kernels.hpp"
#include "models/application/roofline.hpp"
#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace clustersim {
namespace {

/// The weights of a stage with this number of layers, with or without the table that `held` has.
Held with_layers(Held const& held, double layers, double table, bool has_table) {
    double const share = layers / held.layers;
    Held out = held;
    out.layers = layers;
    out.dense = share * (held.dense - table) + (has_table ? table : 0.0);
    out.tables = has_table ? table : 0.0;
    out.expert = share * held.expert;
    bool const all_trained = held.trained_dense == held.dense;
    out.trained_dense = all_trained ? out.dense : share * held.trained_dense;
    out.trained_expert = share * held.trained_expert;
    return out;
}

/// The largest matrix of a device.
double largest_matrix(Transformer const& model, Plan const& plan) {
    double const h = model.hidden;
    double const rows = std::max<double>(model.ffn, model.padded_vocabulary(plan.tensor));
    return h * rows / plan.tensor;
}

MemoryUse with_states(Transformer const& model,
                      Held const& held,
                      Plan const& plan,
                      Framework const& framework) {
    bool const wide = casts_weights(plan, framework);
    StateBytes const states = wide ? adam_states(Precision::fp32) : adam_states(plan.precision);
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
    double stored = states.weight;
    if (plan.adapters > 0 && plan.frozen != WeightFormat::plain) {
        // Tables stay as they are.
        stored = weight_size(plan.frozen, plan.precision).si();
        bool const split = plan.sharding >= Sharding::parameters;
        double const tables = held.tables / (split ? dense : 1.0);
        use.weights =
            bytes((spread(Sharding::parameters) - tables) * stored + tables * states.weight);
    }
    bool const own = wide || plan.sharding >= Sharding::gradients;
    Bytes const gradient = own ? bytes(states.gradient) : gradient_bytes(plan, framework);
    // In addition to a sum in FP32, the gradients of the last backward pass.
    bool const summed_wide = gradient > activation_size(plan.precision);
    use.gradients = trained(Sharding::gradients) *
                    (gradient + (summed_wide ? framework.gradient_copy : Bytes{}));
    Bytes const state =
        framework.optimizer_state > Bytes{} ? framework.optimizer_state : bytes(states.optimizer);
    use.optimizer = trained(Sharding::optimizer) *
                    (plan.paged ? framework.shard_gradient : state + framework.shard_gradient);
    double const layer = held.all() / std::max(1.0, held.layers);
    // The current layer and the next one, whole, and the gradients of one.
    if (plan.sharding == Sharding::parameters && plan.replicas() > 1)
        use.working = bytes(layer * 2.0 * stored +
                            held.trained() / std::max(1.0, held.layers) * states.gradient);
    // The copy of a matrix that products read.
    if (plan.adapters > 0 && !multiplies_as_stored(plan.frozen, plan.precision))
        use.working += largest_matrix(model, plan) * activation_size(plan.precision);
    // Buckets of a size are copies, too.
    // A stated size takes the place of that of the software, whichever way it counts.
    bool const stated = plan.bucket.given();
    Bytes const size = stated ? std::max(plan.bucket.size, plan.bucket.gradients * gradient)
                              : framework.bucket.size;
    if (plan.replicas() > 1 && (framework.bucket.size > Bytes{} || framework.bucket.copies))
        use.buffers = std::min(size, held.trained() * gradient);
    if (plan.replicas() > 1 && framework.bucket.copies)
        use.buffers += gradient * std::min(held.trained(),
                                           (stated ? 0.0 : framework.bucket.gradients) +
                                               largest_matrix(model, plan));
    use.reserve = framework.reserve;
    return use;
}

/// Memory with weights in FP32. Gradients come and what was kept goes during a backward pass, so one of its ends is the
/// peak: the loss, with casts of all weights that the backward pass needs (if it recomputes, it casts them again) and,
/// in the first pass of a step, no gradients; or the last layer, with all gradients.
MemoryUse at_its_peak(MemoryUse use, Held const& held, Plan const& plan, Bytes loss, Bytes layer) {
    MemoryUse first = use;
    first.logits = loss;
    if (plan.recompute != Recompute::full) first.weights += bytes(2.0 * held.all());
    if (plan.accumulation == 1) first.gradients = Bytes{};
    MemoryUse last = use;
    last.activations = (1.0 / std::max(1.0, held.layers)) * use.activations;
    last.working += layer;
    return first.total() >= last.total() ? first : last;
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
    Bytes const layer = layer_work(model, plan, framework);
    auto const stage = [&](Held const& weights, double of_layers, int rank) {
        MemoryUse use = with_states(model, weights, plan, framework);
        use.activations =
            kept_activations(model, plan, framework, of_layers, in_flight_of(plan, rank));
        use.reserve += framework.fragmentation * use.activations;
        Bytes const loss = rank == plan.pipeline - 1 ? loss_work(model, plan, framework) : Bytes{};
        if (casts_weights(plan, framework)) return at_its_peak(use, weights, plan, loss, layer);
        if (loss > layer)
            use.logits = loss;
        else
            use.working += layer;
        return use;
    };
    double const tables = model.tied_embeddings || plan.pipeline == 1 ? 1.0 : 0.5;
    double const table = tables * embedding_parameters(model, plan.tensor) / plan.tensor;
    MemoryUse first = stage(with_layers(held, layers.first, table, true), layers.first, 0);
    if (plan.pipeline == 1) return first;
    if (layers.most > layers.first) {
        MemoryUse const second =
            stage(with_layers(held, layers.most, table, false), layers.most, 1);
        if (second.total() > first.total()) first = second;
    }
    double const positions = model.positions == Positions::learned
                                 ? static_cast<double>(model.sequence) * model.hidden / plan.tensor
                                 : 0.0;
    Held end = with_layers(held, layers.last, table, true);
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
