// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/network_shape.hpp"

#include <rapidcheck.h>

#include <numeric>
#include <string>

namespace clustersim::fabric_test {

/// Legal parameters of a family. `regular`: every leaf has equally many cables to each spine, every
/// island to each core, and nodes fill their leaves evenly.
inline NetworkShape any_shape(FabricFamily family, bool regular) {
    auto const number = [](int low, int high) {
        return static_cast<std::uint32_t>(*rc::gen::inRange(low, high + 1));
    };
    bool const tree = family == FabricFamily::fat_tree;
    NetworkShape shape;
    shape.name = "random";
    shape.family = family;
    std::uint32_t groups = number(tree ? 1 : 2, 6);
    GroupShape like;
    like.kind = "all";
    like.fabric = "net";
    like.leaves = number(1, 5);
    like.links_per_switch_pair = number(1, 2);
    like.link = bytes_per_second(25e9);
    like.switch_latency = seconds(1e-7);
    if (family != FabricFamily::dragonfly) {
        like.spines = number(1, 4);
        like.leaf_uplinks = regular ? like.spines * number(1, 3) : like.spines + number(0, 5);
    }
    std::uint32_t const cores = number(1, 4);
    if (tree && groups > 1) {
        like.spine_uplinks = regular ? cores * number(1, 2) : cores + number(0, 3);
        shape.upper = {{cores, 0, 0}};
        // Pods of two islands, and a level above them.
        if (!regular && groups > 2 && *rc::gen::arbitrary<bool>()) {
            std::uint32_t const tops = number(1, 4);
            shape.upper = {{cores, 2, tops + number(0, 2)}, {tops, 0, 0}};
        }
    }
    std::uint32_t first = 0;
    std::uint32_t const per_leaf = number(1, 4);
    auto const nics = regular ? 1U : number(1, 2);
    for (std::uint32_t g = 0; g < groups; ++g) {
        GroupShape next = like;
        next.name = "g" + std::to_string(g);
        std::uint32_t const nodes = regular ? like.leaves * per_leaf : number(1, 12);
        next.nodes = {{first, nodes, nics, bytes_per_second(12.5e9), seconds(1e-6)}};
        first += nodes;
        shape.groups.push_back(next);
    }
    shape.blocks = {{"node", 0, first}};
    shape.pair_links.assign(std::size_t{groups} * groups, number(1, 5));
    return shape;
}

inline FabricFamily any_family() {
    return *rc::gen::element(
        FabricFamily::fat_tree, FabricFamily::dragonfly, FabricFamily::dragonfly_plus);
}

/// The fabric of such a shape; legal ones can all be built.
inline Fabric build(NetworkShape const& shape) {
    auto fabric = build_shape(shape);
    RC_ASSERT(fabric.has_value());
    return std::move(*fabric);
}

}  // namespace clustersim::fabric_test
