// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/fabric_parameters.hpp"
#include "sim/core/id.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

using EndpointId = Id<struct EndpointTag>;      ///< a port of a node's NIC
using SwitchId = Id<struct SwitchTag>;          ///< a switch of the fabric
using VertexId = Id<struct VertexTag>;          ///< endpoints first, then switches
using LinkId = Id<struct LinkTag>;              ///< one direction of a cable
using FabricNodeId = Id<struct FabricNodeTag>;  ///< a compute node, by its number in the fabric

/// The level of a link, by which routes and bandwidths are reported.
enum class LinkLevel : std::uint8_t {
    injection,    ///< a NIC port and its switch
    group_local,  ///< two switches of one dragonfly group
    leaf_spine,   ///< first and second level of a tree or of a dragonfly+ group
    core,         ///< any higher level of a tree
    global,       ///< two groups of a dragonfly or dragonfly+
    trunk,        ///< two switches of a user's own fabric
};
constexpr std::size_t link_level_count = 6;
std::string_view name_of(LinkLevel level);

/// Determines how routes are found: by the structure, or in a user's own fabric by breadth-first
/// search.
enum class FabricFamily : std::uint8_t {
    single_switch,
    fat_tree,
    dragonfly,
    dragonfly_plus,
    edge_list,
};
std::string_view name_of(FabricFamily family);

constexpr std::uint32_t no_group = std::numeric_limits<std::uint32_t>::max();

struct Endpoint {
    FabricNodeId node;
    std::uint32_t nic = 0;  ///< port of the node, from 0
    SwitchId leaf;
    std::uint32_t place = 0;  ///< among all ports, counted leaf by leaf
};

struct Switch {
    std::uint32_t level = 1;  ///< 1: leaf, which can hold endpoints; 2: spine; 3 and above: core
    std::uint32_t group = no_group;
    std::uint32_t index = 0;  ///< among the switches of its level in its group (or pod)
    std::uint32_t pod = 0;    ///< fat trees: the subtree below it, an index of Fabric::pods()
};

/// One direction of a cable. The directions of one cable are LinkId 2n and 2n+1; cable n <
/// endpoints is the injection of endpoint n, and its even direction leaves the endpoint.
struct Link {
    VertexId from;
    VertexId to;
    Bandwidth capacity{};
    Duration
        latency{};  ///< of the wire and the switch at its end; half the NIC latency for injection
    LinkLevel level = LinkLevel::injection;
};

/// Nodes that are close to each other: a dragonfly group, a fat tree's island.
struct FabricGroup {
    std::string name;
    std::string kind;  ///< the class of its groups: "booster", "dcgp"
    std::uint32_t nodes = 0;
    std::uint32_t endpoints = 0;
    std::uint32_t leaves = 0;
    std::uint32_t spines = 0;
};

/// The nodes of one type are consecutive: number first + i is node i of the type.
struct NodeBlock {
    std::string type;  ///< key into System::node_types; empty in a user's own fabric
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

/// Fat trees: the switches of one level above the same subtree are consecutive.
struct FabricPod {
    std::uint32_t level = 1;
    std::uint32_t first_switch = 0;
    std::uint32_t switches = 0;
    std::uint32_t parent = no_group;  ///< the pod one level up
};

class FabricBuilder;

/// An immutable graph of endpoints and switches in compact arrays. A builder
/// (models/fabric/build.hpp) makes it; it is connected, and every capacity is positive.
class Fabric {
  public:
    [[nodiscard]] std::string const& name() const { return name_; }
    [[nodiscard]] FabricFamily family() const { return family_; }

    [[nodiscard]] std::uint32_t node_count() const {
        return static_cast<std::uint32_t>(first_endpoint_.size() - 1);
    }
    [[nodiscard]] std::uint32_t endpoint_count() const {
        return static_cast<std::uint32_t>(endpoints_.size());
    }
    [[nodiscard]] std::uint32_t switch_count() const {
        return static_cast<std::uint32_t>(switches_.size());
    }
    [[nodiscard]] std::uint32_t vertex_count() const { return endpoint_count() + switch_count(); }
    /// Directed links: two for each cable.
    [[nodiscard]] std::uint32_t link_count() const {
        return static_cast<std::uint32_t>(links_.size());
    }

    [[nodiscard]] Endpoint const& endpoint(EndpointId id) const { return endpoints_[id.value]; }
    [[nodiscard]] Switch const& switch_at(SwitchId id) const { return switches_[id.value]; }
    [[nodiscard]] Link const& link(LinkId id) const { return links_[id.value]; }
    [[nodiscard]] std::span<Link const> links() const { return links_; }
    [[nodiscard]] std::span<Endpoint const> endpoints() const { return endpoints_; }
    [[nodiscard]] std::span<Switch const> switches() const { return switches_; }
    [[nodiscard]] std::span<FabricGroup const> groups() const { return groups_; }
    [[nodiscard]] std::span<NodeBlock const> node_blocks() const { return blocks_; }
    [[nodiscard]] std::span<FabricPod const> pods() const { return pods_; }

    /// Ports of a node; its endpoints are consecutive, NIC 0 first.
    [[nodiscard]] std::uint32_t nics_of(FabricNodeId node) const {
        return first_endpoint_[node.value + 1] - first_endpoint_[node.value];
    }
    [[nodiscard]] EndpointId endpoint_of(FabricNodeId node, std::uint32_t nic) const {
        return {first_endpoint_[node.value] + nic};
    }
    /// Node `index` of a type; requires that the type has such a node.
    [[nodiscard]] FabricNodeId node_of(std::string_view type, std::uint32_t index) const;
    /// The block of a node type; null if none of its nodes is attached.
    [[nodiscard]] NodeBlock const* block_of(std::string_view type) const;
    [[nodiscard]] std::uint32_t group_of(FabricNodeId node) const {
        return switches_[endpoints_[first_endpoint_[node.value]].leaf.value].group;
    }

    /// The link of the endpoint's cable away from it; below, the one towards it.
    [[nodiscard]] static LinkId injection(EndpointId id) { return {2 * id.value}; }
    [[nodiscard]] static LinkId ejection(EndpointId id) { return {2 * id.value + 1}; }
    [[nodiscard]] static LinkId reverse(LinkId id) { return {id.value ^ 1U}; }

    [[nodiscard]] static VertexId vertex(EndpointId id) { return {id.value}; }
    [[nodiscard]] VertexId vertex(SwitchId id) const { return {endpoint_count() + id.value}; }
    [[nodiscard]] bool is_switch(VertexId id) const { return id.value >= endpoint_count(); }
    [[nodiscard]] SwitchId switch_of(VertexId id) const { return {id.value - endpoint_count()}; }

    /// Links that leave a vertex, by target, then by id.
    [[nodiscard]] std::span<LinkId const> links_from(VertexId id) const {
        return {out_.data() + out_first_[id.value], out_.data() + out_first_[id.value + 1]};
    }
    /// Links from `from` to `count` consecutive switches beginning with `to`; in the order of the
    /// target.
    [[nodiscard]] std::span<LinkId const>
    links_between(SwitchId from, SwitchId to, std::uint32_t count = 1) const;
    /// Global links from one group to another; empty in families without global links.
    [[nodiscard]] std::span<LinkId const> global_links(std::uint32_t from, std::uint32_t to) const;

    /// "booster-7/leaf-3"; a user's own name on an edge list.
    [[nodiscard]] std::string switch_name(SwitchId id) const;
    /// "booster-17/nic-2"; a user's own name on an edge list.
    [[nodiscard]] std::string endpoint_name(EndpointId id) const;
    /// "booster-17"; a user's own name on an edge list.
    [[nodiscard]] std::string node_name(FabricNodeId id) const;

  private:
    friend class FabricBuilder;
    Fabric() = default;

    std::string name_;
    FabricFamily family_ = FabricFamily::single_switch;
    std::vector<Endpoint> endpoints_;
    std::vector<Switch> switches_;
    std::vector<Link> links_;
    std::vector<std::uint32_t> first_endpoint_{0};  ///< by node, one more at the end
    std::vector<FabricGroup> groups_;
    std::vector<NodeBlock> blocks_;
    std::vector<FabricPod> pods_;
    std::vector<std::uint32_t> out_first_;
    std::vector<LinkId> out_;
    std::vector<std::uint32_t> global_first_;  ///< by from * groups + to
    std::vector<LinkId> global_;
    std::vector<std::string> node_names_;    ///< edge lists only
    std::vector<std::string> switch_names_;  ///< edge lists only
};

}  // namespace clustersim
