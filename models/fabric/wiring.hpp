// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric_builder.hpp"
#include "models/fabric/network_shape.hpp"

#include <span>

namespace clustersim {

/// Consecutive switches.
struct SwitchRange {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    [[nodiscard]] SwitchId at(std::uint32_t index) const { return {first + index}; }
};

SwitchRange
add_switches(FabricBuilder& builder, std::uint32_t count, std::uint32_t level, std::uint32_t group);

/// Adds the shape's nodes with their ports: in each group node after node, from the first leaf to
/// the last, so that all leaves of a rail have an equal share of its bandwidth, as far as whole
/// nodes allow. Requires that the groups' leaves, by group, were added.
void attach_nodes(FabricBuilder& builder,
                  NetworkShape const& shape,
                  std::span<SwitchRange const> leaves);

/// Uplinks from one level to the next.
struct Deal {
    SwitchRange lower, upper;
    std::uint32_t uplinks = 1;  ///< of one switch of `lower`
    std::uint32_t start = 0;    ///< the one of `upper` that takes the first
};

/// Assigns each switch's uplinks to the switches above in turn; the next switch continues where the
/// last one ended, so that all of `upper` get nearly the same number. `kind` gives their capacity
/// and latency.
void deal_uplinks(FabricBuilder& builder, Deal const& deal, Cable const& kind);

/// Joins any two groups by the shape's number of cables; `ends` are the switches of each group that
/// hold these cables, each in turn.
void join_groups(FabricBuilder& builder,
                 NetworkShape const& shape,
                 std::span<SwitchRange const> ends);

/// Reports a group whose leaves have too few uplinks to reach each of its spines.
void check_leaf_uplinks(GroupShape const& group, ShapePlace const& place, Diagnostics& diagnostics);

/// Reports groups without a cable between them, if the family needs one between any two groups.
void check_joined(NetworkShape const& shape, ShapePlace const& place, Diagnostics& diagnostics);

/// Reports switches that need more ports than they have; switches of one group and level are one
/// problem.
void check_ports(FabricBuilder const& builder,
                 NetworkShape const& shape,
                 ShapePlace const& place,
                 Diagnostics& diagnostics);

}  // namespace clustersim
