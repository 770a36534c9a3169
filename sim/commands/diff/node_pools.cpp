// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/diff/node_pools.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace clustersim {
namespace {

bool has_gpus(slurm::Site const& site, std::int32_t node) {
    return std::ranges::any_of(
        site.record_of(node).gres, [](auto const& gres) { return gres.name == "gpu"; });
}

/// A number for each partition, equal for those that share nodes, directly or through others.
std::vector<std::size_t> components_of(slurm::Site const& site) {
    std::vector<std::size_t> component(site.partitions.size());
    std::iota(component.begin(), component.end(), std::size_t{0});
    std::vector<std::size_t> first(site.nodes.size(), site.partitions.size());
    for (std::size_t p = 0; p < site.partitions.size(); ++p) {
        for (std::int32_t const node : site.partitions[p].nodes) {
            std::size_t& known = first[static_cast<std::size_t>(node)];
            if (known == site.partitions.size()) known = p;
            std::size_t const from = component[p];
            std::size_t const to = component[known];
            if (from != to) std::ranges::replace(component, from, to);
        }
    }
    return component;
}

}  // namespace

NodePools::NodePools(slurm::Site const& site) : nodes_(site.nodes.size()) {
    std::vector<std::size_t> const component = components_of(site);
    std::map<std::pair<std::size_t, bool>, std::size_t> pools;
    for (std::size_t p = 0; p < site.partitions.size(); ++p) {
        std::array<std::optional<std::size_t>, 2> of;
        for (std::int32_t const node : site.partitions[p].nodes) {
            bool const gpus = has_gpus(site, node);
            auto const pool = pools.try_emplace({component[p], gpus}, pools.size()).first->second;
            nodes_[static_cast<std::size_t>(node)] = {pool, site.record_of(node).cpus};
            of.at(gpus ? 1 : 0) = pool;
        }
        of_partition_[site.partitions[p].name] = {of[0].value_or(of[1].value_or(0)),
                                                  of[1].value_or(of[0].value_or(0))};
    }
    pools_ = std::max<std::size_t>(1, pools.size());
}

std::size_t NodePools::of_node(std::int32_t node) const {
    bool const known = node >= 0 && static_cast<std::size_t>(node) < nodes_.size();
    return known ? nodes_[static_cast<std::size_t>(node)].pool : 0;
}

std::size_t NodePools::of_job(std::string const& partition, bool with_gpus) const {
    auto const known = of_partition_.find(partition);
    return known == of_partition_.end() ? 0 : known->second.at(with_gpus ? 1 : 0);
}

std::vector<std::int64_t> NodePools::cpus_of(std::span<std::int32_t const> nodes) const {
    std::vector<std::int64_t> cpus(pools_, 0);
    for (std::int32_t const node : nodes)
        cpus[of_node(node)] += nodes_[static_cast<std::size_t>(node)].cpus;
    return cpus;
}

}  // namespace clustersim
