// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/network_shape.hpp"

#include "sim/core/ensure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace clustersim {
namespace {

/// A class of groups with its fabric; a fabric without classes counts as one class.
struct ClassOf {
    FabricParameters const* fabric = nullptr;
    GroupClass one;
};

/// The fabrics of one network, the root first.
std::vector<FabricParameters const*> members_of(System const& system, std::string const& root) {
    std::vector<FabricParameters const*> members{&system.fabrics.at(root)};
    for (auto const& [name, fabric] : system.fabrics)
        if (fabric.part_of == root) members.push_back(&fabric);
    return members;
}

std::vector<NodeType const*> types_on(System const& system, std::string const& fabric) {
    std::vector<NodeType const*> types;
    for (auto const& [name, type] : system.node_types)
        if (type.fabric == fabric && type.part_of.empty() && type.nic.count > 0)
            types.push_back(&type);
    return types;
}

FabricFamily family_of(FabricParameters const& fabric, std::size_t groups) {
    switch (fabric.kind) {
        case FabricKind::dragonfly: return FabricFamily::dragonfly;
        case FabricKind::dragonfly_plus: return FabricFamily::dragonfly_plus;
        case FabricKind::fat_tree: return FabricFamily::fat_tree;
        case FabricKind::single_switch: return FabricFamily::single_switch;
        case FabricKind::ethernet: break;
    }
    bool const tree = groups > 1 || fabric.leaves_per_group > 1;
    return tree ? FabricFamily::fat_tree : FabricFamily::single_switch;
}

GroupShape start_group(ClassOf const& of, int number, int groups) {
    FabricParameters const& fabric = *of.fabric;
    auto const or_else = [](int value, int fallback) {
        return unsigned_of(value > 0 ? value : std::max(0, fallback));
    };
    GroupShape group;
    group.kind = of.one.name;
    group.name = groups == 1 ? group.kind : fmt::format("{}-{}", group.kind, number);
    group.fabric = fabric.name;
    group.leaves = or_else(of.one.leaves, fabric.leaves_per_group);
    group.spines = or_else(of.one.spines, fabric.spines_per_group);
    group.leaf_uplinks = unsigned_of(fabric.leaf_uplinks);
    group.spine_uplinks = unsigned_of(fabric.spine_uplinks);
    group.links_per_switch_pair =
        std::max(1U, or_else(of.one.links_per_switch_pair, fabric.links_per_switch_pair));
    group.rails = unsigned_of(fabric.rails);
    group.switch_ports = unsigned_of(fabric.switch_ports);
    group.link = fabric.link;
    group.switch_latency = fabric.switch_latency;
    return group;
}

/// Assigns the nodes of a network to its groups: nodes of one type go to the groups that accept it,
/// in order, each filled before the next; the last one also takes a small remainder.
class NodeDealer {
  public:
    NodeDealer(NetworkShape& shape, ShapePlace const& place, Diagnostics& diagnostics)
        : shape_(&shape), place_(&place), diagnostics_(&diagnostics) {}

    /// `groups` are those of `fabric`, `capacity` is the number of nodes of this type that each
    /// accepts.
    void deal(NodeType const& type,
              FabricParameters const& fabric,
              std::vector<std::size_t> const& groups,
              std::vector<std::uint32_t> const& capacity) {
        std::uint32_t const first = next_;
        auto left = unsigned_of(type.nodes);
        std::size_t last = groups.size();
        for (std::size_t i = 0; i < groups.size() && left > 0; ++i) {
            std::uint32_t const taken = std::min(left, capacity[i]);
            if (taken == 0) continue;
            attach(type, groups[i], taken);
            left -= taken;
            last = i;
        }
        // A remainder from rounding fits on the leaves; more is a mistake.
        if (left > 0 && last < groups.size() && 10 * left <= capacity[last]) {
            shape_->groups[groups[last]].nodes.back().count += left;
            next_ += left;
            left = 0;
        }
        if (left > 0) {
            diagnostics_->add(place_->problem_with(
                fabric.name,
                fabric.classes.empty() ? "nodes_per_group" : "group_classes",
                fmt::format("{} of the {} nodes of type \"{}\" do not fit in its groups",
                            left,
                            type.nodes,
                            type.name)));
        }
        shape_->blocks.push_back({type.name, first, next_ - first});
    }

  private:
    void attach(NodeType const& type, std::size_t group, std::uint32_t count) {
        shape_->groups[group].nodes.push_back({next_,
                                               count,
                                               unsigned_of(type.nic.count),
                                               type.nic.bandwidth,
                                               type.nic.latency * 0.5});
        next_ += count;
    }

    NetworkShape* shape_;
    ShapePlace const* place_;
    Diagnostics* diagnostics_;
    std::uint32_t next_ = 0;
};

/// Nodes that each group can still take if all types share `nodes_per_group` places; 0 places: all
/// nodes, spread evenly.
std::vector<std::uint32_t> shared_places(NetworkShape const& shape,
                                         FabricParameters const& fabric,
                                         std::vector<std::size_t> const& groups,
                                         std::vector<NodeType const*> const& types) {
    std::uint32_t all = 0;
    for (NodeType const* type : types) all += unsigned_of(type->nodes);
    auto const count = static_cast<std::uint32_t>(groups.size());
    // A single group takes all nodes.
    bool const given = fabric.nodes_per_group > 0 && count > 1;
    std::uint32_t const places =
        given ? unsigned_of(fabric.nodes_per_group) : (all + count - 1) / count;
    std::vector<std::uint32_t> left;
    for (std::size_t const g : groups) {
        std::uint32_t used = 0;
        for (AttachedNodes const& nodes : shape.groups[g].nodes) used += nodes.count;
        left.push_back(places > used ? places - used : 0);
    }
    return left;
}

/// Cables between groups: within a fabric its own number, between fabrics that of `links_to`.
void join_classes(NetworkShape& shape,
                  std::vector<ClassOf> const& classes,
                  std::vector<std::size_t> const& class_of) {
    auto const between = [&](ClassOf const& a, ClassOf const& b) {
        if (auto const to = a.one.links_to.find(b.one.name); to != a.one.links_to.end())
            return to->second;
        if (auto const to = b.one.links_to.find(a.one.name); to != b.one.links_to.end())
            return to->second;
        return a.fabric == b.fabric ? a.fabric->links_per_group_pair : 0;
    };
    std::size_t const groups = shape.groups.size();
    shape.pair_links.assign(groups * groups, 0);
    for (std::size_t a = 0; a < groups; ++a) {
        for (std::size_t b = 0; b < groups; ++b) {
            if (a != b)
                shape.pair_links[a * groups + b] =
                    unsigned_of(between(classes[class_of[a]], classes[class_of[b]]));
        }
    }
}

std::vector<ClassOf> classes_of(std::vector<FabricParameters const*> const& members) {
    std::vector<ClassOf> classes;
    for (FabricParameters const* fabric : members) {
        for (GroupClass const& one : fabric->classes) classes.push_back({fabric, one});
        if (!fabric->classes.empty()) continue;
        GroupClass all;
        all.name = fabric->name;
        all.groups = std::max(1, fabric->groups);
        classes.push_back({fabric, all});
    }
    return classes;
}

/// Assigns the nodes of every type on `fabric`.
void deal_nodes(System const& system,
                FabricParameters const& fabric,
                std::vector<ClassOf> const& classes,
                std::vector<std::size_t> const& class_of,
                std::pair<NetworkShape&, NodeDealer&> to) {
    auto& [shape, dealer] = to;
    std::vector<std::size_t> groups;
    for (std::size_t g = 0; g < class_of.size(); ++g)
        if (classes[class_of[g]].fabric == &fabric) groups.push_back(g);
    std::vector<NodeType const*> const types = types_on(system, fabric.name);
    bool const listed = std::ranges::any_of(
        fabric.classes, [](GroupClass const& one) { return !one.nodes.empty(); });
    for (NodeType const* type : types) {
        std::vector<std::uint32_t> capacity;
        if (!listed) {
            capacity = shared_places(shape, fabric, groups, types);
        } else {
            for (std::size_t const g : groups) {
                auto const& nodes = classes[class_of[g]].one.nodes;
                auto const found = nodes.find(type->name);
                capacity.push_back(found == nodes.end() ? 0 : unsigned_of(found->second));
            }
        }
        dealer.deal(*type, fabric, groups, capacity);
    }
}

}  // namespace

Diagnostic ShapePlace::problem_with(std::string const& fabric,
                                    std::string_view key,
                                    std::string message) const {
    ConfigNode const* node = document != nullptr ? document->find("fabrics") : nullptr;
    if (node != nullptr) node = node->find(fabric);
    if (node == nullptr)
        return problem(Code::inconsistent, fmt::format("fabrics.{}.{}: {}", fabric, key, message));
    if (ConfigNode const* value = node->find(key)) node = value;
    if (ConfigNode const* inner = node->find("value")) node = inner;
    return problem_at(*node, Code::inconsistent, std::move(message));
}

Result<NetworkShape>
network_shape(System const& system, std::string const& root, ShapePlace const& place) {
    Diagnostics diagnostics;
    std::vector<FabricParameters const*> const members = members_of(system, root);
    std::vector<ClassOf> const classes = classes_of(members);
    NetworkShape shape;
    shape.name = fmt::format("{}/{}", system.name, root);
    std::vector<std::size_t> class_of;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        for (int i = 0; i < classes[c].one.groups; ++i) {
            shape.groups.push_back(start_group(classes[c], i, classes[c].one.groups));
            class_of.push_back(c);
        }
    }
    shape.family = family_of(*members.front(), shape.groups.size());
    NodeDealer dealer(shape, place, diagnostics);
    for (FabricParameters const* fabric : members)
        deal_nodes(system, *fabric, classes, class_of, {shape, dealer});
    std::vector<double> tapers;
    for (std::size_t g = 0; g < shape.groups.size(); ++g) {
        FabricParameters const& fabric = *classes[class_of[g]].fabric;
        tapers.push_back(fabric.global_taper);
        if (shape.family == FabricFamily::dragonfly)
            shape.groups[g].leaves = std::max(1U, shape.groups[g].leaves);
        else if (shape.family != FabricFamily::single_switch)
            derive_tree(shape.groups[g], fabric, place, diagnostics);
    }
    if (shape.family == FabricFamily::fat_tree) derive_cores(shape, members, tapers);
    join_classes(shape, classes, class_of);
    if (diagnostics.has_errors()) return failure(std::move(diagnostics));
    return shape;
}

}  // namespace clustersim
