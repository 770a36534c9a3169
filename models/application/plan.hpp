// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/host_settings.hpp"
#include "models/application/weight_format.hpp"
#include "models/machine/accelerator.hpp"

namespace clustersim {

/// Which activations are computed a second time in the backward pass instead of being kept: the scores of attention, those of a
/// whole layer, or those of operators but for attention and every second matrix product.
enum class Recompute { none, selective, full, operators };

/// States that the replicas of a model share instead of holding a copy each: none, the optimizer's
/// states (ZeRO stage 1), gradients too (stage 2), parameters too (stage 3, FSDP).
enum class Sharding { none, optimizer, gradients, parameters };

/// The order of micro-batches in a pipeline: one forward and one backward in turn, or all forward
/// passes first.
enum class Schedule { one_forward_one_backward, gpipe };

/// What numbers that are kept, or multiplied in an attention, are rounded to: nothing further, or 8 bits.
enum class NarrowFormat { plain, fp8 };

/// The gradients that one collective reduces, by number or by size; zeros: as the software has them.
struct BucketSize {
    double gradients = 0.0;
    Bytes size{};

    [[nodiscard]] bool given() const { return gradients > 0.0 || size > Bytes{}; }
    friend bool operator==(BucketSize const&, BucketSize const&) = default;
};

/// How one training step is spread over devices. Ranks are ordered as in Megatron: tensor parallelism
/// innermost, then context, then data, then pipeline parallelism; experts are spread over data and
/// context ranks, and over tensor ranks too if experts are whole.
struct Plan {
    int tensor = 1;
    int pipeline = 1;
    int data = 1;
    int context = 1;  ///< devices that share one sample's tokens
    int expert = 1;   ///< devices that share a layer's experts, out of expert_places()
    /// If true, the tensor group cuts experts like all other layers; if false, each of its devices holds different
    /// whole experts.
    bool tensor_experts = true;
    int micro_batch = 1;     ///< samples that pass through a device at once
    int accumulation = 1;    ///< micro-batches of one replica per step
    int virtual_stages = 1;  ///< pieces of a stage in an interleaved pipeline
    Schedule schedule = Schedule::one_forward_one_backward;
    bool ends_as_layers =
        false;  ///< embedding and logits count as one layer each when stages are cut
    Recompute recompute = Recompute::none;
    int recompute_layers = 0;  ///< layers of a stage that full recomputation applies to; 0: all
    int recompute_every = 0;   ///< or to one of so many neighbouring layers; 0: all
    int adapters =
        0;  ///< rank of low-rank adapters, which are trained instead of the weights; 0: no adapters
    WeightFormat frozen = WeightFormat::plain;  ///< of the weights that adapters leave as they are
    /// What backward passes read of maps and activations; inputs of norms stay as they are.
    NarrowFormat saved = NarrowFormat::plain;
    NarrowFormat attention = NarrowFormat::plain;  ///< of its products, and of what it exchanges
    bool paged = false;             ///< the optimizer's states lie in the memory of the host
    bool sequence_parallel = true;  ///< within the tensor group, if there is one
    Sharding sharding = Sharding::none;
    int shard_devices =
        0;  ///< neighbouring replicas that share states; 0: all (hybrid FSDP: one node's)
    Precision precision = Precision::bf16;
    BucketSize bucket;
    HostSettings host;

    [[nodiscard]] int replicas() const { return data * context; }
    [[nodiscard]] int devices() const { return tensor * pipeline * data * context; }
    [[nodiscard]] int replica_devices() const { return tensor * pipeline * context; }
    /// Devices of a stage over which experts are spread, and parts into which the tensor group cuts
    /// one expert.
    [[nodiscard]] int expert_places() const {
        return tensor_experts ? replicas() : replicas() * tensor;
    }
    [[nodiscard]] int expert_parts() const { return tensor_experts ? tensor : 1; }
    /// Devices over which a device's states are spread, if they are.
    [[nodiscard]] int shards() const {
        return shard_devices > 0 && shard_devices < replicas() ? shard_devices : replicas();
    }
    /// Gradients or weights are split all the time, not only in the optimizer's step.
    [[nodiscard]] bool always_split() const {
        return sharding == Sharding::gradients || sharding == Sharding::parameters;
    }
    /// The share of a stage's layers that are computed again as a whole.
    [[nodiscard]] double recomputed_share(double layers_of_stage) const {
        if (recompute != Recompute::full) return 0.0;
        if (recompute_every > 0) return 1.0 / recompute_every;
        return recompute_layers > 0 && recompute_layers < layers_of_stage
                   ? recompute_layers / layers_of_stage
                   : 1.0;
    }
    [[nodiscard]] double global_batch() const {
        return static_cast<double>(micro_batch) * accumulation * data;
    }
};

}  // namespace clustersim
