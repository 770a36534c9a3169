// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.hpp"
#include "models/flow/flow_network.hpp"
#include "models/flow/neighbours.hpp"
#include "sim/core/diagnostic.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/core/result.hpp"

#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// Where a job's nodes are among the available ones.
enum class PlacementKind {
    compact,  ///< the first ones, filling one group after the other
    spread,   ///< one from each group in turn
    random,   ///< random nodes in random order
};

/// `count` different nodes of `available`, in the order of the job's ranks. Requires at least `count`
/// nodes. Only `random` uses random numbers.
std::vector<FabricNodeId> place_nodes(Fabric const& fabric,
                                      std::span<FabricNodeId const> available,
                                      std::size_t count,
                                      PlacementKind kind,
                                      RandomStream& random);

/// Nodes by their names in the fabric, as `booster[17]` or `booster17`, in the order given. Reports every name that no
/// node of `available` has or that is repeated, with its place if all places are given.
Result<std::vector<FabricNodeId>> nodes_by_name(Fabric const& fabric,
                                                std::span<FabricNodeId const> available,
                                                std::span<std::string const> names,
                                                std::span<SourceSpan const> places = {});

/// How other jobs use the rest of a machine.
struct BackgroundMix {
    double busy = 1.0;      ///< share of the other nodes that run jobs, in [0, 1]
    double duty = 0.5;      ///< share of the time in which these send at full rate, in [0, 1]
    double largest = 64.0;  ///< nodes of the largest job, at least 2; log-uniform from 2
    Duration shortest_step = seconds(0.1);  ///< the jobs' steps are log-uniform between the two
    Duration longest_step = seconds(10);
    PlacementKind placement = PlacementKind::random;
};

/// The nodes of `available` that are not in `taken`.
std::vector<FabricNodeId> nodes_left(std::span<FabricNodeId const> available,
                                     std::span<FabricNodeId const> taken);

/// Jobs on some of the nodes, each a ring over all ports of its nodes.
Result<std::vector<Neighbour>> other_jobs(Fabric const& fabric,
                                          FlowNetwork const& network,
                                          std::span<FabricNodeId const> nodes,
                                          BackgroundMix const& mix,
                                          RandomStream& random);

}  // namespace clustersim
