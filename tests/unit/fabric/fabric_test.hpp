// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/build.hpp"
#include "models/fabric/network_shape.hpp"
#include "models/machine/catalogue.hpp"
#include "tests/support/catch.hpp"

#include <string>

namespace clustersim::fabric_test {

constexpr double gbit = 1e9 / 8.0;

inline Bandwidth gbps(double value) {
    return bytes_per_second(value * gbit);
}

/// A group of `nodes` nodes with one NIC each; the family interprets the switches.
inline GroupShape group(std::string name, std::uint32_t nodes, std::uint32_t leaves) {
    GroupShape shape;
    shape.name = std::move(name);
    shape.kind = "all";
    shape.fabric = "net";
    shape.leaves = leaves;
    shape.link = gbps(200);
    shape.switch_latency = seconds(1e-7);
    shape.nodes = {{0, nodes, 1, gbps(100), seconds(1e-6)}};
    return shape;
}

/// `groups` copies of the first group, with consecutive node numbers.
inline NetworkShape
network(FabricFamily family, GroupShape const& like, std::uint32_t groups, std::uint32_t links) {
    NetworkShape shape;
    shape.name = "test";
    shape.family = family;
    std::uint32_t nodes = 0;
    for (std::uint32_t g = 0; g < groups; ++g) {
        GroupShape next = like;
        next.name = "group-" + std::to_string(g);
        for (AttachedNodes& attached : next.nodes) {
            attached.first = nodes;
            nodes += attached.count;
        }
        shape.groups.push_back(std::move(next));
    }
    shape.blocks = {{"node", 0, nodes}};
    shape.pair_links.assign(std::size_t{groups} * groups, links);
    return shape;
}

/// The only message of a failure.
template <class T>
std::string message_of(Result<T> const& result) {
    REQUIRE_FALSE(result);
    REQUIRE(result.error().items().size() == 1);
    return result.error().items().front().message;
}

inline LoadedSystem machine(std::string const& name) {
    auto loaded = Catalogue(std::string(PROJECT_DIR) + "/systems").load(name);
    REQUIRE(loaded);
    return std::move(*loaded);
}

inline std::uint32_t cables(Fabric const& fabric, LinkLevel level) {
    std::uint32_t count = 0;
    for (Link const& link : fabric.links())
        count += static_cast<std::uint32_t>(link.level == level);
    return count / 2;
}

/// Cables that leave a switch towards switches, plus the endpoints on it.
inline std::uint32_t ports_at(Fabric const& fabric, SwitchId one) {
    std::uint32_t count = 0;
    for (Endpoint const& endpoint : fabric.endpoints())
        count += static_cast<std::uint32_t>(endpoint.leaf == one);
    return count;
}

}  // namespace clustersim::fabric_test
