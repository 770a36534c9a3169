// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// The largest number of switch-to-switch links on a shortest route between two switches that hold
/// endpoints.
int diameter(Fabric const& fabric);

/// How many routes lead from one switch to another.
struct PathDiversity {
    int hops = 0;           ///< switch-to-switch links of a shortest route
    double shortest = 0.0;  ///< routes of that length; parallel cables make different routes
    int disjoint = 0;       ///< routes of any length that share no cable
};
PathDiversity path_diversity(Fabric const& fabric, SwitchId from, SwitchId to);

/// All cables of one level together, one direction.
struct LevelTotal {
    LinkLevel level = LinkLevel::injection;
    std::uint32_t cables = 0;
    Bandwidth capacity{};
};
/// The levels that the fabric has, from the endpoints outwards.
std::vector<LevelTotal> level_totals(Fabric const& fabric);

/// Injection bandwidth of the nodes of one group, and the bandwidth of its links upwards. Tapers
/// are injection over capacity: above 1 the level is narrower than the injection.
struct GroupTaper {
    Bandwidth injection{};
    Bandwidth leaf_up{};  ///< from its leaves to its spines; zero without spines
    Bandwidth leaving{};  ///< to other groups or to the cores; zero when nothing leaves
};
GroupTaper taper_of(Fabric const& fabric, std::uint32_t group);

/// Bandwidth from one half of the groups to the other, one direction. Groups are halved greedily,
/// from the largest to the smallest, so that both halves have about the same number of endpoints.
struct Bisection {
    bool of_groups = true;                   ///< else of the leaves of a single group
    std::vector<std::uint32_t> left, right;  ///< groups, or leaves
    Bandwidth formula{};                     ///< from the numbers of links only
    Bandwidth max_flow{};                    ///< over the graph, also limited by injection
    std::uint32_t cables = 0;                ///< that cross, if groups are directly linked
};
/// Bisection of the given groups and the switches above them, without traffic of other groups. All
/// groups: `{}`.
Bisection bisection(Fabric const& fabric, std::span<std::uint32_t const> groups = {});

}  // namespace clustersim
