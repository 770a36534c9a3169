// SPDX-License-Identifier: Apache-2.0
#include "models/application/platform.hpp"

#include "models/machine/power_limit.hpp"

#include <fmt/format.h>

namespace clustersim {

Result<Platform> platform_of(System const& system, Partition const& partition) {
    NodeType const& type = system.node_type_of(partition);
    if (type.gpus > 0 && !type.described) {
        return failure(
            problem(Code::never_fits,
                    fmt::format("no file describes the nodes of partition \"{}\" of {}",
                                partition.name,
                                system.name),
                    fmt::format("to predict jobs there, describe {} in a machine file: "
                                "`slurm:` with this file, and `node_types:` with their `hosts`",
                                type.hosts)));
    }
    Accelerator const* accelerator = system.accelerator_of(type);
    if (accelerator == nullptr) {
        return failure(problem(Code::never_fits,
                               fmt::format("the partition \"{}\" of {} has no accelerators",
                                           partition.name,
                                           system.name),
                               "training runs on partitions with GPUs"));
    }
    return Platform{
        type,
        under_power_limit(*accelerator, type.gpu_power_limit.value_or(accelerator->tdp)),
        system.fabric_of(type)};
}

}  // namespace clustersim
