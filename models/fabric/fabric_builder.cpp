// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/fabric_builder.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <numeric>

namespace clustersim {

FabricBuilder::FabricBuilder(std::string name, FabricFamily family) {
    fabric_.name_ = std::move(name);
    fabric_.family_ = family;
}

std::uint32_t FabricBuilder::add_group(std::string name, std::string kind) {
    fabric_.groups_.push_back({std::move(name), std::move(kind), 0, 0, 0, 0});
    return static_cast<std::uint32_t>(fabric_.groups_.size() - 1);
}

SwitchId FabricBuilder::add_switch(Switch one, std::string own_name) {
    fabric_.switches_.push_back(one);
    if (!own_name.empty()) fabric_.switch_names_.push_back(std::move(own_name));
    return {fabric_.switch_count() - 1};
}

std::uint32_t FabricBuilder::add_pod(FabricPod pod) {
    fabric_.pods_.push_back(pod);
    return static_cast<std::uint32_t>(fabric_.pods_.size() - 1);
}

void FabricBuilder::set_parent(std::uint32_t pod, std::uint32_t parent) {
    fabric_.pods_[pod].parent = parent;
}

void FabricBuilder::set_pod(SwitchId one, std::uint32_t pod) {
    fabric_.switches_[one.value].pod = pod;
}

void FabricBuilder::add_block(NodeBlock block) {
    fabric_.blocks_.push_back(std::move(block));
}

FabricNodeId FabricBuilder::add_node(std::string own_name) {
    fabric_.first_endpoint_.push_back(fabric_.first_endpoint_.back());
    if (!own_name.empty()) fabric_.node_names_.push_back(std::move(own_name));
    return {fabric_.node_count() - 1};
}

EndpointId FabricBuilder::add_endpoint(SwitchId leaf, Bandwidth capacity, Duration latency) {
    FabricNodeId const node{fabric_.node_count() - 1};
    fabric_.endpoints_.push_back({node, fabric_.nics_of(node), leaf, 0});
    ++fabric_.first_endpoint_.back();
    ports_.emplace_back(capacity, latency);
    return {fabric_.endpoint_count() - 1};
}

void FabricBuilder::number_links() {
    fabric_.links_.reserve(2 * (fabric_.endpoints_.size() + cables_.size()));
    for (std::uint32_t e = 0; e < fabric_.endpoint_count(); ++e) {
        auto const [capacity, latency] = ports_[e];
        VertexId const port = Fabric::vertex(EndpointId{e});
        VertexId const leaf = fabric_.vertex(fabric_.endpoints_[e].leaf);
        fabric_.links_.push_back({port, leaf, capacity, latency, LinkLevel::injection});
        fabric_.links_.push_back({leaf, port, capacity, latency, LinkLevel::injection});
    }
    for (Cable const& cable : cables_) {
        VertexId const a = fabric_.vertex(cable.a);
        VertexId const b = fabric_.vertex(cable.b);
        fabric_.links_.push_back({a, b, cable.capacity, cable.latency, cable.level});
        fabric_.links_.push_back({b, a, cable.capacity, cable.latency, cable.level});
    }
    for (Link const& link : fabric_.links_)
        CS_ENSURE(link.capacity.si() > 0.0, "every link of a fabric has a capacity");
}

void FabricBuilder::index_links() {
    std::vector<std::uint32_t>& first = fabric_.out_first_;
    first.assign(fabric_.vertex_count() + 1U, 0);
    for (Link const& link : fabric_.links_) ++first[link.from.value + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    fabric_.out_.resize(fabric_.links_.size());
    for (std::uint32_t id = 0; id < fabric_.link_count(); ++id)
        fabric_.out_[next[fabric_.links_[id].from.value]++] = LinkId{id};
    for (std::uint32_t v = 0; v < fabric_.vertex_count(); ++v) {
        std::sort(
            fabric_.out_.begin() + first[v],
            fabric_.out_.begin() + first[v + 1],
            [&](LinkId a, LinkId b) {
                return std::pair(fabric_.links_[a.value].to, a) <
                       std::pair(fabric_.links_[b.value].to, b);
            });
    }
}

void FabricBuilder::index_global_links() {
    std::size_t const groups = fabric_.groups_.size();
    // A user may call cables global without giving groups.
    if (groups == 0) return fabric_.global_first_.assign(1, 0);
    auto const cell_of = [&](Link const& link) {
        auto const group = [&](VertexId v) {
            return std::size_t{fabric_.switches_[fabric_.switch_of(v).value].group};
        };
        return group(link.from) * groups + group(link.to);
    };
    std::vector<std::uint32_t>& first = fabric_.global_first_;
    first.assign(groups * groups + 1, 0);
    for (Link const& link : fabric_.links_)
        if (link.level == LinkLevel::global) ++first[cell_of(link) + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    fabric_.global_.resize(first.back());
    for (std::uint32_t id = 0; id < fabric_.link_count(); ++id) {
        Link const& link = fabric_.links_[id];
        if (link.level == LinkLevel::global) fabric_.global_[next[cell_of(link)]++] = LinkId{id};
    }
}

void FabricBuilder::count_groups() {
    for (Switch const& one : fabric_.switches_) {
        if (one.group == no_group) continue;
        ++(one.level == 1 ? fabric_.groups_[one.group].leaves : fabric_.groups_[one.group].spines);
    }
    for (std::uint32_t n = 0; n < fabric_.node_count(); ++n) {
        std::uint32_t const group = fabric_.group_of({n});
        if (group == no_group) continue;
        ++fabric_.groups_[group].nodes;
        fabric_.groups_[group].endpoints += fabric_.nics_of({n});
    }
}

void FabricBuilder::count_places() {
    std::vector<std::uint32_t> next(fabric_.switch_count() + 1U, 0);
    for (Endpoint const& port : fabric_.endpoints_) ++next[port.leaf.value + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    for (Endpoint& port : fabric_.endpoints_) port.place = next[port.leaf.value]++;
}

Fabric FabricBuilder::finish() && {
    count_places();
    number_links();
    index_links();
    index_global_links();
    count_groups();
    cables_.clear();
    return std::move(fabric_);
}

}  // namespace clustersim
