// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.hpp"
#include "models/machine/system.hpp"
#include "sim/config/document.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace clustersim {

/// A count from a machine's file, never negative, in the type that fabrics count in.
inline std::uint32_t unsigned_of(int value) {
    return static_cast<std::uint32_t>(value);
}

/// Consecutive nodes of one type in one group.
struct AttachedNodes {
    std::uint32_t first = 0;  ///< FabricNodeId of the first
    std::uint32_t count = 0;
    std::uint32_t nics = 1;
    Bandwidth port{};    ///< of one NIC
    Duration latency{};  ///< half the NIC's: of one injection link
};

/// One group before wiring: its nodes, and how its switches are joined.
struct GroupShape {
    std::string name;
    std::string kind;
    std::string fabric;  ///< the entry of `fabrics:` that describes it
    std::uint32_t leaves = 1;
    std::uint32_t spines = 0;
    std::uint32_t leaf_uplinks = 0;
    std::uint32_t spine_uplinks = 0;  ///< fat trees: towards the cores
    std::uint32_t links_per_switch_pair = 1;
    std::uint32_t rails = 1;
    std::uint32_t switch_ports = 0;  ///< 0: unknown, not checked
    Bandwidth link{};
    Duration switch_latency{};
    std::vector<AttachedNodes> nodes;

    [[nodiscard]] Bandwidth injection() const;  ///< of all its ports
};

/// A level of a fat tree above the groups' spines: each of its pods has `switches` switches and
/// joins `children` pods of the level below (0: all of them).
struct UpperLevel {
    std::uint32_t switches = 1;
    std::uint32_t children = 0;
    std::uint32_t uplinks = 0;  ///< of one switch to the level above; 0 at the top level
};

/// A whole network, computed from the machine's numbers: the input of every family's builder.
struct NetworkShape {
    std::string name;
    FabricFamily family = FabricFamily::single_switch;
    std::vector<NodeBlock> blocks;
    std::vector<GroupShape> groups;
    std::vector<std::uint32_t> pair_links;  ///< cables between groups a and b at a * groups + b
    std::vector<UpperLevel> upper;          ///< fat trees of three levels and more
};

/// Where the numbers of a shape are in the document, for messages; without a document messages name
/// the key.
struct ShapePlace {
    ConfigNode const* document = nullptr;
    /// A problem at `fabrics.FABRIC.KEY`.
    [[nodiscard]] Diagnostic
    problem_with(std::string const& fabric, std::string_view key, std::string message) const;
};

/// The network of `root` and all fabrics that are part of it.
Result<NetworkShape>
network_shape(System const& system, std::string const& root, ShapePlace const& place);

/// Computes the switches of a tree-like group that the machine's file does not give, from its taper and the
/// ports of a switch.
void derive_tree(GroupShape& group,
                 FabricParameters const& fabric,
                 ShapePlace const& place,
                 Diagnostics& diagnostics);
/// Computes the spines' uplinks and the switches above the islands of a fat tree; `tapers` by
/// group.
void derive_cores(NetworkShape& shape,
                  std::vector<FabricParameters const*> const& members,
                  std::vector<double> const& tapers);

/// Wires a shape. Each builder reports missing ports and switches that cannot be joined.
Result<Fabric> build_fat_tree(NetworkShape const& shape, ShapePlace const& place = {});
Result<Fabric> build_dragonfly(NetworkShape const& shape, ShapePlace const& place = {});
Result<Fabric> build_dragonfly_plus(NetworkShape const& shape, ShapePlace const& place = {});
Result<Fabric> build_single_switch(NetworkShape const& shape, ShapePlace const& place = {});
/// Calls the builder of the shape's family.
Result<Fabric> build_shape(NetworkShape const& shape, ShapePlace const& place = {});

}  // namespace clustersim
