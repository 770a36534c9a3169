// SPDX-License-Identifier: Apache-2.0
#include "models/application/platform.hpp"

#include <fmt/format.h>

namespace clustersim {

Result<Platform> platform_of(System const& system, Partition const& partition) {
    NodeType const& type = system.node_type_of(partition);
    if (type.gpus > 0 && !type.described) {
        return failure(problem(
            Code::never_fits,
            fmt::format("nothing describes the nodes of partition \"{}\"", partition.name),
            fmt::format("what a job does there is predicted once a machine file describes {}: "
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
    return Platform{type, *accelerator, system.fabric_of(type)};
}

}  // namespace clustersim
