// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/resolve_resources.hpp"
#include "sim/slurm/select/select_nodes.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// Nodes of 2 x 4 cores and 8000 MB in one partition: "cluster4x8" of the test vectors.
inline Site small_site(std::int32_t nodes = 4) {
    Site site;
    NodeRecord record;
    record.cpus = 8;
    record.sockets = 2;
    record.cores_per_socket = 4;
    record.real_memory_mb = 8000;
    site.records.push_back(record);
    Partition partition;
    partition.name = "main";
    for (std::int32_t i = 0; i < nodes; ++i) {
        Node node;
        node.name = "n" + std::to_string(i + 1);
        site.nodes.push_back(node);
        partition.nodes.push_back(i);
    }
    site.partitions.push_back(partition);
    return site;
}

inline JobRequest tasks(std::int32_t count, std::int64_t mem = 100) {
    JobRequest job;
    job.ntasks = count;
    job.mem_per_node_mb = mem;
    return job;
}

inline JobRequest whole(std::int32_t nodes) {
    JobRequest job;
    job.min_nodes = job.max_nodes = nodes;
    job.exclusive = Exclusive::whole_nodes;
    return job;
}

/// A site with jobs on it.
class Playground {
  public:
    explicit Playground(Site given) : site(std::move(given)), use(site), scratch(site) {}

    std::optional<Allocation> select(JobRequest const& job,
                                     NodeSet const& candidates,
                                     SelectMode mode = SelectMode::run_now) {
        auto const request = resolve_resources(site, job, partition);
        if (!request) return std::nullopt;
        return select_nodes(site, scratch, {use, candidates}, *request, mode);
    }
    std::optional<Allocation> select(JobRequest const& job) { return select(job, all()); }

    /// Starts a job on the nodes that Slurm would select.
    Allocation start(JobRequest const& job) { return start(job, all()); }
    Allocation start(JobRequest const& job, NodeSet const& candidates) {
        auto const request = resolve_resources(site, job, partition).value();
        auto const found =
            select_nodes(site, scratch, {use, candidates}, request, SelectMode::run_now).value();
        use.add(found, use_kind(request));
        return found;
    }
    /// Leaves the given numbers of CPUs free on the nodes, in order; all CPUs if negative.
    void leave_free(std::initializer_list<std::int32_t> cpus) {
        std::int32_t node = 0;
        for (auto const free : cpus) {
            auto const busy = site.record_of(node).cpus - free;
            if (busy > 0) start(tasks(busy), only({node}));
            ++node;
        }
    }
    [[nodiscard]] NodeSet all() const { return NodeSet(site.nodes.size(), true); }
    [[nodiscard]] NodeSet only(std::vector<std::int32_t> const& nodes) const {
        return NodeSet(site.nodes.size(), nodes);
    }

    Site site;
    std::int32_t partition = 0;  ///< the partition of requests
    NodeUse use;
    SelectScratch scratch;
};

/// The node numbers, from 1 as in their names.
inline std::vector<std::int32_t> numbers(std::optional<Allocation> const& allocation) {
    std::vector<std::int32_t> result;
    if (allocation)
        for (auto const& share : allocation->nodes) result.push_back(share.node + 1);
    return result;
}

inline std::vector<std::int32_t> cpus(Allocation const& allocation) {
    std::vector<std::int32_t> result;
    for (auto const& share : allocation.nodes) result.push_back(share.cpus);
    return result;
}

inline std::vector<std::int32_t> cores(CoreMask const& mask) {
    std::vector<std::int32_t> result;
    for (std::int32_t core = 0; result.size() < static_cast<std::size_t>(mask.count()); ++core)
        if (mask.contains(core)) result.push_back(core);
    return result;
}

}  // namespace clustersim::slurm
