// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

#include <map>
#include <string>
#include <vector>

namespace clustersim {

enum class FabricKind { single_switch, fat_tree, dragonfly, dragonfly_plus, ethernet };

/// How a fabric chooses among its routes (models/fabric/routing.hpp defines each).
enum class Routing { minimal, ecmp, valiant, adaptive };

/// Groups of one fabric with equal parameters. Zero or empty: as the fabric says.
struct GroupClass {
    std::string name;
    int groups = 1;
    int leaves = 0;
    int spines = 0;
    int links_per_switch_pair = 0;
    /// Nodes of each type in one group; if no class of a fabric gives them, its groups share all
    /// types, nodes_per_group each.
    std::map<std::string, int> nodes;
    std::map<std::string, int> links_to;  ///< cables to each group of another class or fabric
};

/// One level of a fat tree above the islands: each of its pods joins pods of the level below.
struct TreeLevel {
    std::string name;
    int switches = 1;  ///< of one pod
    int pods = 0;      ///< pods (at the first level islands) below one pod of this level; 0: all
    int uplinks = 0;   ///< cables from one switch to the level above; 0 at the top
};

/// The parameters that models/fabric builds its graph from. Zero means "does not apply".
struct FabricParameters {
    std::string name;
    FabricKind kind = FabricKind::single_switch;
    std::string
        part_of;     ///< the fabric that this one is joined to; empty if it is a separate network
    int groups = 0;  ///< dragonfly groups or fat-tree islands
    int nodes_per_group = 0;
    int leaves_per_group = 0;
    int spines_per_group = 0;
    int links_per_group_pair = 0;
    int links_per_switch_pair = 0;  ///< dragonfly: cables between two switches of a group
    int leaf_uplinks = 0;           ///< cables from one leaf to the spines of its group
    int spine_uplinks = 0;      ///< fat trees of three levels: cables from one spine to the cores
    int cores = 0;              ///< fat trees of three levels: switches above the islands
    int rails = 1;              ///< NIC k of a node is on a leaf of rail k modulo rails
    int switch_ports = 0;       ///< of one switch, at the speed of `link`
    int other_switches = 0;     ///< belong to the fabric, but their place is not public
    Bandwidth link{};           ///< switch to switch, one direction
    double leaf_taper = 1.0;    ///< down over up bandwidth of a leaf
    double global_taper = 1.0;  ///< injection over bandwidth that leaves a group or island
    Duration switch_latency{};
    Routing routing = Routing::minimal;
    std::vector<TreeLevel> upper_levels;  ///< fat trees of four levels and more, instead of `cores`
    std::vector<GroupClass> classes;      ///< in order; empty: all groups are equal
};

}  // namespace clustersim
