// SPDX-License-Identifier: Apache-2.0
//
// Size of a checkpoint, and which nodes write and read it.
//
// Equation. With N weights, the devices of one replica write W = N w bytes and all devices that share states write S = N s.
// Adam in half precision: w = 2, s = 12 (a weight and two moments in FP32); in FP32: w = 4, s = 8. SGD with momentum: w =
// 8, on one device. States that are not shared (ZeRO stage 0: s, stages 1 and 2: w) belong to the replica; at stage 3 all
// states are shared, and no half-precision weights are kept in addition to those in FP32. The node that writes most has W /
// (writers of a replica) + S / (nodes that share); a node reads the states of its devices, equal parts once.
// Source. Rajbhandari et al., "ZeRO", SC20, for the states and the devices that hold them. Ranks as
// in plan.hpp: the first replica's devices of a stage are neighbours, stages are a whole group of
// replicas apart. BLOOM's 2.3 TB (BigScience chronicles, 2022) are 13 bytes per parameter, of the
// 14 computed here.
// Domain. Checkpoints in the layout of the run, as Megatron-LM and DeepSpeed write them; the host's state of data loaders
// and random numbers is negligible. A table that both the first and the last stage hold counts once.
#include "models/application/checkpoint_volume.hpp"

#include "models/application/memory.hpp"

#include <algorithm>

namespace clustersim {
namespace {

/// Bytes of all that is saved, by the devices that hold it.
struct SavedBytes {
    double replica = 0.0;  ///< whole in every replica
    double shared = 0.0;   ///< spread over the devices that share states
};

SavedBytes saved_bytes(Transformer const& model, Plan const& plan) {
    double const count =
        parameters(model, plan.tensor) + model.mtp_layers * layer_parameters(model);
    StateBytes const states = adam_states(plan.precision);
    bool const master = states.weight < 4.0;  // FP32 weights are among the optimizer's states
    switch (plan.sharding) {
        case Sharding::none: return {count * (states.weight + states.optimizer), 0.0};
        case Sharding::optimizer:
        case Sharding::gradients: return {count * states.weight, count * states.optimizer};
        case Sharding::parameters:
            return {0.0, count * (states.optimizer + (master ? 0.0 : states.weight))};
    }
    return {};
}

SavedBytes saved_bytes(Cnn const& model, Plan const&) {
    // Weight and momentum, or two moments, in FP32 under autocast too.
    return {parameters(model) * (model.adam ? 12.0 : 8.0), 0.0};
}

/// Nodes that hold `width` neighbouring devices of each stage.
double nodes_of_stages(Plan const& plan, double width, double devices_per_node) {
    double const all = std::max(1.0, plan.devices() / devices_per_node);
    double const of_stage = std::max(1.0, width / devices_per_node);
    return std::min(all, plan.pipeline * of_stage);
}

}  // namespace

CheckpointVolume
checkpoint_volume(Application const& application, Plan const& plan, int devices_per_node) {
    SavedBytes const saved =
        std::visit([&](auto const& model) { return saved_bytes(model, plan); }, application.model);
    double const node = std::max(1, devices_per_node);
    double const tensor = plan.tensor;
    double const sharing = tensor * plan.shards();
    double const copy = tensor * plan.pipeline;  // devices that hold different parts of a replica
    // Replicas whose devices of a stage are in one node hold the same.
    double const alike = std::clamp(node / tensor, 1.0, static_cast<double>(plan.replicas()));
    double const own = std::min(copy, node / alike);
    CheckpointVolume volume;
    volume.size = bytes(saved.replica + saved.shared);
    // Experts are spread over replicas, each of which writes its own.
    volume.written = bytes(saved.replica / nodes_of_stages(plan, tensor * plan.expert, node) +
                           saved.shared / nodes_of_stages(plan, sharing, node));
    volume.read = std::min(volume.size,
                           bytes(saved.replica * own / (copy * plan.expert) +
                                 saved.shared * node / (copy * plan.shards())));
    return volume;
}

}  // namespace clustersim
