// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/machine_topology.hpp"

#include "models/fabric/build.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

/// Longer than any study: a job then waits for fewer switches as long as it requests.
constexpr std::int64_t longest_switch_wait = 3650 * std::int64_t{86400};

/// The indices in the site of a fabric's nodes.
std::map<FabricNodeId, std::int32_t> attached_nodes(Fabric const& fabric,
                                                    std::string const& network,
                                                    System const& system,
                                                    NodeLayout const& layout) {
    std::map<FabricNodeId, std::int32_t> attached;
    for (Partition const& partition : system.partitions) {
        if (network_of(system, partition) != network) continue;
        auto const in_fabric = nodes_of(fabric, system, partition);
        auto const in_site = layout.nodes_of(partition);
        for (std::size_t i = 0; i < std::min(in_fabric.size(), in_site.size()); ++i)
            attached.emplace(in_fabric[i], in_site[i]);
    }
    return attached;
}

bool has_one_leaf(Fabric const& fabric, FabricNodeId node) {
    SwitchId const first = fabric.endpoint(fabric.endpoint_of(node, 0)).leaf;
    for (std::uint32_t nic = 1; nic < fabric.nics_of(node); ++nic)
        if (fabric.endpoint(fabric.endpoint_of(node, nic)).leaf != first) return false;
    return true;
}

/// A leaf of topology.conf: its group, and a number within the group.
using LeafKey = std::pair<std::uint32_t, std::uint32_t>;
using Leaves = std::map<LeafKey, std::vector<std::int32_t>>;

Leaves leaves_of(Fabric const& fabric, std::map<FabricNodeId, std::int32_t> const& attached) {
    bool const by_switch = fabric.family() == FabricFamily::fat_tree &&
                           std::ranges::all_of(attached, [&](auto const& node) {
                               return has_one_leaf(fabric, node.first);
                           });
    Leaves leaves;
    for (auto const& [node, index] : attached) {
        std::uint32_t const leaf =
            by_switch ? fabric.endpoint(fabric.endpoint_of(node, 0)).leaf.value : 0;
        leaves[{fabric.group_of(node), leaf}].push_back(index);
    }
    for (auto& [key, nodes] : leaves) std::ranges::sort(nodes);
    return leaves;
}

std::int32_t add_switch(slurm::Site& site, slurm::Switch one) {
    site.switches.push_back(std::move(one));
    return static_cast<std::int32_t>(site.switches.size()) - 1;
}

/// Describes the leaves, the switches that join the leaves of a group, and those that join groups.
void describe_network(Fabric const& fabric, Leaves const& leaves, slurm::Site& site) {
    std::string const& name = fabric.name();
    std::vector<std::int32_t> groups;
    for (auto leaf = leaves.begin(); leaf != leaves.end();) {
        std::uint32_t const group = leaf->first.first;
        std::string const group_name =
            group == no_group ? name : name + "-" + fabric.groups()[group].name;
        std::vector<std::int32_t> below;
        auto const next = std::find_if(
            leaf, leaves.end(), [&](auto const& other) { return other.first.first != group; });
        bool const alone = std::next(leaf) == next;
        for (; leaf != next; ++leaf) {
            std::string const own =
                alone ? group_name : name + "-" + fabric.switch_name(SwitchId{leaf->first.second});
            below.push_back(add_switch(site, {own, leaf->second, {}}));
        }
        groups.push_back(alone ? below.front() : add_switch(site, {group_name, {}, below}));
    }
    if (groups.size() > 1) add_switch(site, {name, {}, groups});
}

}  // namespace

Result<void> describe_topology(System const& system,
                               NodeLayout const& layout,
                               SlurmTopology topology,
                               slurm::Site& site) {
    if (topology == SlurmTopology::none) return {};
    if (!site.switches.empty()) {
        return failure(problem(
            Code::inconsistent,
            "the file of this Slurm describes its switches",
            "leave out `topology:`; `settings: select:` of the file determines how they are used"));
    }
    Diagnostics problems;
    for (std::string const& network : networks_of(system)) {
        auto const fabric = build_fabric(system, network);
        if (!fabric) {
            problems.append_unsaid(fabric.error());
            continue;
        }
        auto const attached = attached_nodes(*fabric, network, system, layout);
        describe_network(*fabric, leaves_of(*fabric, attached), site);
    }
    if (problems.has_errors()) return failure(std::move(problems));
    site.settings.select.topology = slurm::TopologyPlugin::tree;
    site.settings.select.topology_dragonfly = topology == SlurmTopology::dragonfly;
    site.settings.select.topology_optional = topology == SlurmTopology::on_request;
    site.settings.scheduler.max_switch_wait = longest_switch_wait;
    return {};
}

}  // namespace clustersim
