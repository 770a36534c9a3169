// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/job_share.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {

int devices_per_node(JobSpec const& spec, NodeType const& type) {
    return spec.gpus.value_or(spec.resources.part_of_node() ? 0 : type.gpus);
}

NodeShare share_of(JobSpec const& spec, Partition const& partition, NodeType const& type) {
    NodeShare share = whole_nodes(type, spec.nodes);
    ResourceForm const& asked = spec.resources;
    if (asked.exclusive) return share;
    int const devices = devices_per_node(spec, type);
    if (devices > 0 && devices < type.gpus) {
        double const part = static_cast<double>(devices) / type.gpus;
        share.cores = static_cast<int>(std::ceil(part * type.cores));
        if (partition.fixed) share.cores = partition.fixed->cores;
        share.memory = share.memory * part;
    }
    share.devices = devices;
    if (asked.cores && devices == 0) {
        // Without a request, the site's memory of each core, or the node's memory over its cores.
        Bytes const per_core = partition.defaults.memory_per_core.value_or(
            share.memory / static_cast<double>(type.usable_cores));
        share.memory = std::min(share.memory, per_core * static_cast<double>(*asked.cores));
    }
    if (asked.cores) share.cores = *asked.cores;
    if (asked.memory) share.memory = *asked.memory;
    return share;
}

}  // namespace clustersim
