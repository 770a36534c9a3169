// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/analysis.hpp"
#include "models/fabric/fabric.hpp"
#include "models/fabric/fabric_traffic.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// Groups of one class; switches, nodes and ports are summed over all of them.
struct ClassSummary {
    std::string kind;
    std::uint32_t groups = 0;
    std::uint32_t leaves = 0;
    std::uint32_t spines = 0;
    std::uint32_t nodes = 0;
    std::uint32_t ports = 0;
    GroupTaper taper;  ///< of the first group of the class
};

/// Routes from the first port's leaf to the farthest leaf of the same or of the next group.
struct RouteSummary {
    std::string what;  ///< "within booster-0", "booster-0 to booster-1"
    PathDiversity diversity;
    Duration latency{};  ///< of a shortest route from port to port
};

struct TrafficSummary {
    std::string what;
    std::vector<PortPair> flows;
};

struct BisectionSummary {
    std::string what;
    Bisection halves;
};

/// Summary of a fabric for a reader; every number follows from the graph.
struct FabricSummary {
    std::vector<ClassSummary> classes;
    std::uint32_t cores = 0;  ///< switches above all groups
    std::vector<LevelTotal> levels;
    int diameter = 0;
    std::vector<RouteSummary> routes;
    std::vector<TrafficSummary>
        traffic;  ///< traffic patterns to compute; models/flow computes their rates
    std::vector<BisectionSummary> bisections;
};

/// Summary of the whole fabric; with `nodes`, traffic and bisections are those of the groups that
/// hold these nodes.
FabricSummary summarise(Fabric const& fabric, std::span<FabricNodeId const> nodes = {});

}  // namespace clustersim
