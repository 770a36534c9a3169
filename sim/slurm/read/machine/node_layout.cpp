// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/node_layout.hpp"

#include "sim/core/ensure.hpp"
#include "sim/core/hostlist.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace clustersim {
namespace {

/// Slurm takes the nodes of lowest weight first: those with less memory, which fewer jobs need.
std::int64_t weight_of(System const& system, NodeType const& type) {
    std::set<double> smaller;
    for (auto const& [name, other] : system.node_types)
        if (other.memory < type.memory) smaller.insert(other.memory.si());
    return 1 + static_cast<std::int64_t>(smaller.size());
}

}  // namespace

slurm::NodeRecord node_record(System const& system, NodeType const& type) {
    slurm::NodeRecord record;
    record.sockets = type.sockets;
    record.cores_per_socket = std::max(1, type.usable_cores / type.sockets);
    record.cpus = record.cores();
    record.real_memory_mb = mebibytes(type.usable_memory.value_or(type.memory));
    record.tmp_disk_mb = mebibytes(type.local_storage);
    record.weight = weight_of(system, type);
    record.features = type.features;
    if (std::ranges::find(record.features, type.name) == record.features.end())
        record.features.push_back(type.name);
    if (type.gpus > 0) {
        slurm::NodeGres gres;
        gres.type = type.gres;
        gres.count = type.gpus;
        record.gres.push_back(std::move(gres));
    }
    return record;
}

NodeLayout::NodeLayout(System const& system) {
    std::int32_t next = 0;
    auto const place = [&](std::string const& name, std::int32_t count) {
        runs_[name] = {next, count};
        type_order_.push_back(name);
        next += count;
    };
    for (auto const& [name, type] : system.node_types) {
        if (!type.part_of.empty()) continue;
        std::int32_t cut = 0;
        for (auto const& [other_name, other] : system.node_types)
            cut += other.part_of == name ? other.nodes : 0;
        place(name, std::max(0, type.nodes - cut));
        for (auto const& [other_name, other] : system.node_types)
            if (other.part_of == name) place(other_name, other.nodes);
    }
}

NodeLayout::NodeLayout(System const& system, slurm::Site const& site) {
    if (!system.has_slurm_file()) {
        *this = NodeLayout(system);
        return;
    }
    for (Partition const& partition : system.partitions) {
        auto const at = site.find_partition(partition.slurm_name);
        CS_ENSURE(at, "the partitions of a copied site are those of its file");
        auto const hosts = expand_hostlist(system.node_type_of(partition).hosts);
        CS_ENSURE(hosts, "the hosts of a node type were read before");
        std::set<std::string_view> const of_type(hosts->begin(), hosts->end());
        auto& nodes = of_partition_[partition.name];
        for (std::int32_t const node : site.partitions[static_cast<std::size_t>(*at)].nodes)
            if (of_type.contains(site.nodes[static_cast<std::size_t>(node)].name))
                nodes.push_back(node);
    }
}

std::vector<std::int32_t> NodeLayout::nodes_of(Partition const& partition) const {
    if (auto const found = of_partition_.find(partition.name); found != of_partition_.end())
        return found->second;
    Run const run = runs_.at(partition.node_type);
    std::int32_t const count = node_count_of(partition);
    std::vector<std::int32_t> nodes;
    for (std::int32_t i = 0; i < count; ++i)
        nodes.push_back(run.first + partition.places.number_of(i));
    return nodes;
}

std::int32_t NodeLayout::node_count_of(Partition const& partition) const {
    if (auto const found = of_partition_.find(partition.name); found != of_partition_.end())
        return static_cast<std::int32_t>(found->second.size());
    std::int32_t const all = runs_.at(partition.node_type).count;
    if (!partition.places.ranges.empty()) return partition.nodes;
    return std::max(0, std::min(all - partition.places.first, partition.nodes));
}

void NodeLayout::describe(System const& system, slurm::Site& site) const {
    for (std::string const& name : type_order_) {
        NodeType const& type = system.node_types.at(name);
        auto const record = static_cast<std::int32_t>(site.records.size());
        site.records.push_back(node_record(system, type));
        std::int32_t const count = runs_.at(name).count;
        for (std::int32_t i = 1; i <= count; ++i)
            site.nodes.push_back({fmt::format("{}-{:04}", name, i), record, {}, {}});
        if (type.gpus > 0) {
            site.tres.add("gres/gpu");
            site.tres.add("gres/gpu:" + type.gres);
        }
    }
}

}  // namespace clustersim
