// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.hpp"
#include "models/flow/background.hpp"
#include "models/flow/flow_network.hpp"
#include "sim/core/diagnostic.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/core/result.hpp"

#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// Where a job's nodes lie among those it may have.
enum class PlacementKind {
    compact,  ///< the first ones, which fill a group before the next
    spread,   ///< one from each group in turn
    random,   ///< any, in any order
};

/// `count` different nodes of `available`, in the order of the job's ranks. Requires that there are so
/// many. Only `random` samples.
std::vector<FabricNodeId> place_nodes(Fabric const& fabric,
                                      std::span<FabricNodeId const> available,
                                      std::size_t count,
                                      PlacementKind kind,
                                      RandomStream& random);

/// Nodes by their names in the fabric, as `booster[17]` or `booster17`, in the order given. Every name that no node of
/// `available` has, or that stands twice, is reported, at its place where the places of all are given.
Result<std::vector<FabricNodeId>> nodes_by_name(Fabric const& fabric,
                                                std::span<FabricNodeId const> available,
                                                std::span<std::string const> names,
                                                std::span<SourceSpan const> places = {});

/// How the rest of a machine is used.
struct BackgroundMix {
    double busy = 1.0;  ///< share of the other nodes that run jobs, in [0, 1]
    double duty = 0.5;  ///< share of the time in which these communicate at full rate, in [0, 1]
    double largest = 64.0;  ///< nodes of the largest job, at least 2; log-uniform from 2
    Duration shortest_step = seconds(0.1);  ///< the jobs' steps are log-uniform between the two
    Duration longest_step = seconds(10);
    PlacementKind placement = PlacementKind::random;
};

/// The nodes of `available` that are not `taken`.
std::vector<FabricNodeId> nodes_left(std::span<FabricNodeId const> available,
                                     std::span<FabricNodeId const> taken);

/// Jobs on some of the nodes, each a ring over all ports of its nodes.
Result<std::vector<Neighbour>> other_jobs(Fabric const& fabric,
                                          FlowNetwork const& network,
                                          std::span<FabricNodeId const> nodes,
                                          BackgroundMix const& mix,
                                          RandomStream& random);

}  // namespace clustersim
