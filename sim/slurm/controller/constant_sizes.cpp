// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/constant_sizes.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// True if the job gets all cores of each of its nodes, and always the same number of nodes.
bool takes_fixed_nodes(ResourceRequest const& request) {
    return request.whole_nodes && request.min_nodes == request.max_nodes && !request.sharing &&
           !request.overlapping && request.sockets_per_node == 0 && request.cores_per_socket == 0 &&
           request.ntasks_per_socket == 0 && request.core_spec < 0 && !request.enforce_gres_binding;
}

}  // namespace

std::int32_t ConstantSizes::cpus_of_nodes(ClusterState const& state, std::int32_t partition) {
    if (site_ != state.config.site) {
        site_ = state.config.site;
        cpus_.assign(site_->partitions.size(), -1);
    }
    auto& cpus = cpus_[static_cast<std::size_t>(partition)];
    if (cpus >= 0) return cpus;
    auto const& tables = state.selection.scratch.records;
    for (std::size_t r = 0; r < tables.size(); ++r) {
        if (!tables[r].nodes.intersects(state.nodes_of(partition))) continue;
        auto const of_record = tables[r].cores.count() * site_->records[r].threads_charged();
        if (cpus >= 0 && cpus != of_record) return cpus = 0;
        cpus = of_record;
    }
    return cpus = std::max(cpus, 0);
}

bool ConstantSizes::known(ClusterState const& state, QueueRecord const& record) {
    if (record.prefer) return true;  // its estimates are not kept
    auto const& job = state.jobs.at(record.slot);
    if (job.queued != record.generation) return true;  // it is not tested
    auto const& choices = job.spec->choices;
    if (choices.size() != 1 || !choices.front().counted.empty()) return false;
    auto const& request = choices.front().request;
    if (!takes_fixed_nodes(request)) return false;
    auto const now = job.estimated_cpus > 0 ? job.estimated_cpus : request.min_cpus;
    return now == request.min_nodes * cpus_of_nodes(state, request.partition);
}

}  // namespace clustersim::slurm
