// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric_builder.hpp"
#include "models/fabric/network_shape.hpp"

#include <span>

namespace clustersim {

/// Switches numbered one after the other.
struct SwitchRange {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    [[nodiscard]] SwitchId at(std::uint32_t index) const { return {first + index}; }
};

SwitchRange
add_switches(FabricBuilder& builder, std::uint32_t count, std::uint32_t level, std::uint32_t group);

/// Adds the shape's nodes with their ports: in each group node after node from the first leaf to
/// the last, so that all leaves of a rail have as even a share of its bandwidth as whole nodes give.
/// Requires the groups' leaves, by group, to be there.
void attach_nodes(FabricBuilder& builder,
                  NetworkShape const& shape,
                  std::span<SwitchRange const> leaves);

/// Uplinks of a level to the next.
struct Deal {
    SwitchRange lower, upper;
    std::uint32_t uplinks = 1;  ///< of one switch of `lower`
    std::uint32_t start = 0;    ///< which of `upper` takes the first
};

/// Deals each switch's uplinks to the switches above, one after the other without starting anew at
/// each switch, so that all of `upper` get as even a share as there is. `kind` says what they are.
void deal_uplinks(FabricBuilder& builder, Deal const& deal, Cable const& kind);

/// Joins every two groups by the shape's number of cables; `ends` are the switches of each group
/// that carry them, each in turn.
void join_groups(FabricBuilder& builder,
                 NetworkShape const& shape,
                 std::span<SwitchRange const> ends);

/// A group whose leaves have too few uplinks to reach each of its spines.
void check_leaf_uplinks(GroupShape const& group, ShapePlace const& place, Diagnostics& diagnostics);

/// Groups between which the shape has no cable, though the family needs one between any two.
void check_joined(NetworkShape const& shape, ShapePlace const& place, Diagnostics& diagnostics);

/// Switches that use more ports than they have; those of one group and level count as one problem.
void check_ports(FabricBuilder const& builder,
                 NetworkShape const& shape,
                 ShapePlace const& place,
                 Diagnostics& diagnostics);

}  // namespace clustersim
