// SPDX-License-Identifier: Apache-2.0
#include "sim/study/job_traffic.hpp"

#include "models/collective/network.hpp"
#include "models/flow/fabric_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace clustersim {
namespace {

/// Links that are listed: more would show a reader nothing new.
constexpr std::size_t most_links = 100;

/// Finds the group of each switch; a fabric without groups is one group.
class GroupIndex {
  public:
    explicit GroupIndex(Fabric const& fabric) : fabric_(&fabric) {}

    [[nodiscard]] std::size_t of(SwitchId id) const {
        Switch const& one = fabric_->switch_at(id);
        if (fabric_->groups().empty()) return 0;
        return one.group == no_group ? above_groups : one.group;
    }
    [[nodiscard]] std::size_t of(VertexId id) const {
        return fabric_->is_switch(id) ? of(fabric_->switch_of(id))
                                      : of(fabric_->endpoint(EndpointId{id.value}).leaf);
    }
    [[nodiscard]] std::size_t size() const {
        return std::max<std::size_t>(1, fabric_->groups().size());
    }
    [[nodiscard]] std::string name(std::size_t group) const {
        return fabric_->groups().empty() ? fabric_->name() : fabric_->groups()[group].name;
    }

  private:
    Fabric const* fabric_;
};

/// The leaf switches on which a node has ports.
std::set<std::uint32_t> leaves_of(Fabric const& fabric, FabricNodeId node) {
    std::set<std::uint32_t> leaves;
    for (std::uint32_t nic = 0; nic < fabric.nics_of(node); ++nic)
        leaves.insert(fabric.endpoint(fabric.endpoint_of(node, nic)).leaf.value);
    return leaves;
}

/// All groups of the fabric with the nodes of the partition and of the job.
std::vector<TrafficGroup> counted_groups(PartitionFabric const& place,
                                         std::span<FabricNodeId const> own) {
    Fabric const& fabric = place.fabric;
    GroupIndex const index(fabric);
    std::vector<std::map<std::uint32_t, TrafficLeaf>> leaves(index.size());
    std::vector<TrafficGroup> groups(index.size());
    auto const add = [&](FabricNodeId node, auto group_count, auto leaf_count) {
        std::set<std::size_t> in;
        for (std::uint32_t const leaf : leaves_of(fabric, node)) {
            std::size_t const group = index.of(SwitchId{leaf});
            ++(leaves[group][leaf].*leaf_count);
            in.insert(group);
        }
        for (std::size_t const group : in) ++(groups[group].*group_count);
    };
    for (FabricNodeId const node : place.nodes)
        add(node, &TrafficGroup::nodes, &TrafficLeaf::nodes);
    for (FabricNodeId const node : own) add(node, &TrafficGroup::own, &TrafficLeaf::own);
    for (std::size_t g = 0; g < groups.size(); ++g) {
        groups[g].name = index.name(g);
        for (auto& [id, leaf] : leaves[g]) {
            leaf.name = fabric.switch_name(SwitchId{id});
            groups[g].leaves.push_back(std::move(leaf));
        }
    }
    return groups;
}

/// How often each link is crossed, and how loaded it is.
struct Loads {
    std::vector<std::uint32_t> messages;  ///< by link
    std::vector<Bandwidth> capacities;
    double slowest = 0.0;  ///< most messages over capacity, in s/B

    [[nodiscard]] double time(std::uint32_t link) const {
        return messages[link] / capacities[link].si();
    }
    [[nodiscard]] double share(std::uint32_t link) const { return time(link) / slowest; }
};

Loads loads_of(Routes const& routes, Fabric const& fabric, double achievable) {
    Loads loads{std::vector<std::uint32_t>(fabric.link_count()),
                reached_capacities(fabric, achievable)};
    for (LinkIndex const link : routes.crossings()) ++loads.messages[link];
    for (std::uint32_t link = 0; link < fabric.link_count(); ++link)
        loads.slowest = std::max(loads.slowest, loads.time(link));
    return loads;
}

void add_levels(JobTraffic& traffic,
                Loads const& loads,
                Fabric const& fabric,
                double flows_per_port) {
    std::array<LevelTraffic, link_level_count> levels{};
    std::array<double, link_level_count> slowest{};
    for (std::uint32_t link = 0; link < fabric.link_count(); ++link) {
        if (loads.messages[link] == 0) continue;
        auto const at = static_cast<std::size_t>(fabric.link(LinkId{link}).level);
        ++levels[at].links;
        slowest[at] = std::max(slowest[at], loads.time(link));
    }
    for (std::size_t at = 0; at < levels.size(); ++at) {
        if (levels[at].links == 0) continue;
        levels[at].level = static_cast<LinkLevel>(at);
        levels[at].busiest = slowest[at] / loads.slowest;
        levels[at].port = bytes_per_second(flows_per_port / slowest[at]);
        traffic.levels.push_back(levels[at]);
    }
}

void add_links(JobTraffic& traffic, Loads const& loads, Fabric const& fabric) {
    std::vector<std::uint32_t> used;
    for (std::uint32_t link = 0; link < fabric.link_count(); ++link)
        if (loads.messages[link] > 0 && fabric.link(LinkId{link}).level != LinkLevel::injection)
            used.push_back(link);
    std::ranges::stable_sort(
        used, std::ranges::greater{}, [&](std::uint32_t link) { return loads.time(link); });
    if (used.size() > most_links) used.resize(most_links);
    auto const name = [&](VertexId id) { return fabric.switch_name(fabric.switch_of(id)); };
    for (std::uint32_t const link : used) {
        Link const& one = fabric.link(LinkId{link});
        traffic.hottest.push_back({name(one.from),
                                   name(one.to),
                                   one.level,
                                   loads.messages[link],
                                   loads.capacities[link],
                                   loads.share(link)});
    }
}

void add_between(JobTraffic& traffic, Loads const& loads, Fabric const& fabric) {
    GroupIndex const index(fabric);
    std::map<std::pair<std::size_t, std::size_t>, GroupTraffic> pairs;
    for (std::uint32_t link = 0; link < fabric.link_count(); ++link) {
        if (loads.messages[link] == 0) continue;
        Link const& one = fabric.link(LinkId{link});
        std::size_t const from = index.of(one.from);
        std::size_t const to = index.of(one.to);
        if (from == to) continue;
        GroupTraffic& pair = pairs[{from, to}];
        pair.from = from;
        pair.to = to;
        ++pair.links;
        pair.messages += loads.messages[link];
        pair.busiest = std::max(pair.busiest, loads.share(link));
    }
    for (auto const& [ends, pair] : pairs) traffic.between.push_back(pair);
}

/// Removes the groups that have no node of the partition and carry nothing, and counts the others anew.
void leave_out_idle(JobTraffic& traffic) {
    std::vector<bool> shown(traffic.groups.size());
    for (std::size_t g = 0; g < shown.size(); ++g) shown[g] = traffic.groups[g].nodes > 0;
    for (GroupTraffic const& pair : traffic.between)
        for (std::size_t const end : {pair.from, pair.to})
            if (end != above_groups) shown[end] = true;
    std::vector<std::size_t> place(shown.size());
    std::vector<TrafficGroup> kept;
    for (std::size_t g = 0; g < shown.size(); ++g) {
        place[g] = kept.size();
        if (shown[g]) kept.push_back(std::move(traffic.groups[g]));
    }
    traffic.groups = std::move(kept);
    for (GroupTraffic& pair : traffic.between) {
        if (pair.from != above_groups) pair.from = place[pair.from];
        if (pair.to != above_groups) pair.to = place[pair.to];
    }
}

/// What the formulas over the levels let a port send on these nodes.
Bandwidth formula_port(PlacedTraining const& training, std::span<std::int32_t const> nodes) {
    Platform const& platform = training.setup.platform;
    std::vector<int> numbers;
    for (std::int32_t const node : nodes) numbers.push_back(training.places.number_of(node));
    return network_of(
               platform.node, platform.fabric, span_of(platform.node, platform.fabric, numbers))
        .nic;
}

}  // namespace

Result<JobTraffic> job_traffic(PartitionFabric const& place,
                               PlacedTraining const& training,
                               std::span<std::int32_t const> nodes) {
    Fabric const& fabric = place.fabric;
    std::vector<FabricNodeId> own;
    for (std::int32_t const node : nodes)
        own.push_back(place.nodes[static_cast<std::size_t>(node)]);
    Router router(fabric, place.routing);
    FlowNetwork const network = flow_network_of(router);
    auto const step = placed_step(training.setup, fabric, network, own);
    if (!step) return failure(step.error());
    Nic const& nic = training.setup.platform.node.nic;
    JobTraffic traffic;
    traffic.fabric = fmt::format("{}: {}", fabric.name(), name_of(fabric.family()));
    traffic.routing = place.routing;
    traffic.groups = counted_groups(place, own);
    traffic.nodes = static_cast<std::uint32_t>(own.size());
    traffic.messages = static_cast<std::uint32_t>(step->routes.size());
    traffic.port = nic.bandwidth * nic.achievable;
    traffic.routed = traffic.port;
    if (training.network == NetworkDetail::closed) traffic.formula = formula_port(training, nodes);
    if (traffic.messages > 0) {
        Loads const loads = loads_of(step->routes, fabric, nic.achievable);
        double const flows = step->step.flows_per_port;
        traffic.routed = std::min(traffic.port, bytes_per_second(flows / loads.slowest));
        add_levels(traffic, loads, fabric, flows);
        add_links(traffic, loads, fabric);
        add_between(traffic, loads, fabric);
    }
    leave_out_idle(traffic);
    return traffic;
}

}  // namespace clustersim
