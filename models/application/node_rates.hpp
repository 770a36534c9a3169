// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/generic.hpp"
#include "models/machine/system.hpp"
#include "sim/core/result.hpp"

namespace clustersim {

/// The nodes of a job, for an application of any kind.
struct GenericPlatform {
    std::string system;
    NodeType node;  ///< with the devices that the job uses
    std::optional<Accelerator> accelerator;
    FabricParameters fabric;
};

/// `gpus`: devices of each node that the job uses; unset: all. Fails on nodes without a description.
Result<GenericPlatform>
generic_platform(System const& system, Partition const& partition, std::optional<int> gpus);

/// What kernels reach on the processors of one node.
struct NodeRates {
    FlopRate flop{};
    Bandwidth memory{};
    Bytes capacity{};
    int processes =
        1;  ///< that exchange messages: one for each accelerator, one for the CPUs of a node
};

/// Whether the application runs on the accelerators of such nodes.
bool on_accelerators(GenericPlatform const& platform, Processors processors);

/// Fails if the node has no such processors, or its accelerators do not have the precision.
Result<NodeRates> node_rates(GenericPlatform const& platform,
                             Processors processors,
                             Precision precision,
                             bool matrix_units);

}  // namespace clustersim
