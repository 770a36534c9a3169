// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/least_part.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// True if all of the job must fit on one node, as Evaluation counts the nodes that it may have.
bool has_one_node(ResourceRequest const& request) {
    auto const allowed = request.max_nodes > request.ntasks
                             ? std::max(request.ntasks, request.min_nodes)
                             : request.max_nodes;
    return allowed == 1;
}

std::int64_t devices_on_node(ResourceRequest const& request, GresNeed const& need) {
    // Beyond this number, needs per job are not counted.
    bool const all = has_one_node(request) && request.gres.size() <= max_job_needs;
    return std::max<std::int64_t>(
        {1, need.per_node, need.per_task, need.per_socket, all ? need.per_job : 0});
}

/// The devices of all kinds that the job needs on a node.
std::int64_t devices_on_node(ResourceRequest const& request) {
    std::int64_t total = 0;
    for (auto const& need : request.gres)
        if (need.counter < 0)
            total += std::max({need.per_node, need.per_task, std::int64_t{need.per_job > 0}});
    return total;
}

std::int64_t memory_on_node(ResourceRequest const& request, std::int32_t cpus) {
    switch (request.memory.basis) {
        case MemoryBasis::per_node: return request.memory.mb;
        case MemoryBasis::per_cpu: return request.memory.mb * cpus;
        case MemoryBasis::per_gpu: return request.memory.mb * devices_on_node(request);
        case MemoryBasis::whole_node: break;
    }
    return 0;
}

}  // namespace

LeastCounts least_counts(Site const& site, ResourceRequest const& request) {
    LeastCounts counts;
    counts.unused = request.whole_nodes;
    if (counts.unused) return counts;
    counts.cpus = std::max({1,
                            request.min_cpus_per_node,
                            request.cpus_per_task,
                            request.ntasks_per_node * request.cpus_per_task,
                            has_one_node(request) ? request.min_cpus : 1});
    if (site.settings.select.memory) counts.memory_mb = memory_on_node(request, counts.cpus);
    for (auto const& need : request.gres)
        if (need.counter < 0)
            counts.devices = std::max(counts.devices, devices_on_node(request, need));
    return counts;
}

LeastPart least_part(Site const& site, ResourceRequest const& request) {
    auto const counts = least_counts(site, request);
    LeastPart part;
    part.unused = counts.unused;
    if (part.unused) return part;
    part.cpus = counts.cpus;
    part.memory_mb = counts.memory_mb;
    for (auto const& need : request.gres)
        if (need.counter < 0)
            part.devices.push_back({need.devices_of_record, devices_on_node(request, need)});
    return part;
}

std::int32_t fewest_nodes(Site const& site,
                          SelectScratch const& scratch,
                          ResourceRequest const& request,
                          NodeSet const& nodes) {
    if (request.min_cpus <= request.min_nodes) return request.min_nodes;
    std::int32_t most = 1;
    for (std::size_t r = 0; r < site.records.size(); ++r) {
        auto const cpus = site.records[r].cores() * site.records[r].threads_charged();
        if (cpus > most && scratch.records[r].nodes.intersects(nodes)) most = cpus;
    }
    return std::max(request.min_nodes, (request.min_cpus + most - 1) / most);
}

}  // namespace clustersim::slurm
