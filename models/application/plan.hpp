// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/accelerator.hpp"

namespace clustersim {

/// Which activations are computed a second time in the backward pass instead of being kept.
enum class Recompute { none, selective, full };

/// What the replicas of a model share instead of each holding a copy: nothing, the optimizer's states
/// (ZeRO stage 1), gradients too (stage 2), parameters too (stage 3, FSDP).
enum class Sharding { none, optimizer, gradients, parameters };

/// The order of micro-batches in a pipeline: all forward passes first, or one forward and one backward
/// in turn.
enum class Schedule { one_forward_one_backward, gpipe };

/// How one training step is spread over devices. Ranks lie as Megatron lays them out: tensor parallelism
/// innermost, then context, then data, then pipeline parallelism; experts lie over data and context,
/// and where they are whole over tensor too.
struct Plan {
    int tensor = 1;
    int pipeline = 1;
    int data = 1;
    int context = 1;  ///< devices that share one sample's tokens
    int expert = 1;   ///< devices that share a layer's experts, out of expert_places()
    /// The tensor group cuts experts as it cuts everything else; if not, its devices hold whole ones, each its own.
    bool tensor_experts = true;
    int micro_batch = 1;     ///< samples that pass through a device at once
    int accumulation = 1;    ///< micro-batches of one replica per step
    int virtual_stages = 1;  ///< pieces of a stage in an interleaved pipeline
    Schedule schedule = Schedule::one_forward_one_backward;
    bool ends_as_layers =
        false;  ///< embedding and logits take a layer's place where stages are cut
    Recompute recompute = Recompute::none;
    int adapters =
        0;  ///< rank of low-rank adapters that are trained in place of the weights; 0: the weights are
    bool sequence_parallel = true;  ///< of the tensor group, where there is one
    Sharding sharding = Sharding::none;
    int shard_devices =
        0;  ///< neighbouring replicas that share states; 0: all (hybrid FSDP: a node's)
    Precision precision = Precision::bf16;

    [[nodiscard]] int replicas() const { return data * context; }
    [[nodiscard]] int devices() const { return tensor * pipeline * data * context; }
    [[nodiscard]] int replica_devices() const { return tensor * pipeline * context; }
    /// Devices of a stage among which experts lie, and into how many parts the tensor group cuts one.
    [[nodiscard]] int expert_places() const {
        return tensor_experts ? replicas() : replicas() * tensor;
    }
    [[nodiscard]] int expert_parts() const { return tensor_experts ? tensor : 1; }
    /// Devices over which a device's states are spread, if any are.
    [[nodiscard]] int shards() const {
        return shard_devices > 0 && shard_devices < replicas() ? shard_devices : replicas();
    }
    [[nodiscard]] double global_batch() const {
        return static_cast<double>(micro_batch) * accumulation * data;
    }
};

}  // namespace clustersim
