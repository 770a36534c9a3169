// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/accelerator.hpp"

namespace clustersim {

/// Which activations are computed a second time in the backward pass instead of being kept.
enum class Recompute { none, selective, full };

/// How one training step is spread over devices: tensor parallelism innermost (inside a node), then
/// data, then pipeline parallelism, as Megatron lays ranks out.
struct Plan {
    int tensor = 1;
    int pipeline = 1;
    int data = 1;
    int micro_batch = 1;   ///< samples that pass through a device at once
    int accumulation = 1;  ///< micro-batches of one replica per step
    Recompute recompute = Recompute::none;
    bool sequence_parallel = true;       ///< of the tensor group, where there is one
    bool distributed_optimizer = false;  ///< ZeRO stage 1: optimizer states spread over `data`
    Precision precision = Precision::bf16;

    [[nodiscard]] int devices() const { return tensor * pipeline * data; }
    [[nodiscard]] int replica_devices() const { return tensor * pipeline; }
    [[nodiscard]] double global_batch() const {
        return static_cast<double>(micro_batch) * accumulation * data;
    }
};

}  // namespace clustersim
