// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/analysis.hpp"
#include "models/fabric/fabric.hpp"
#include "models/fabric/traffic.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// Groups of one class; switches, nodes and ports are those of all together.
struct ClassSummary {
    std::string kind;
    std::uint32_t groups = 0;
    std::uint32_t leaves = 0;
    std::uint32_t spines = 0;
    std::uint32_t nodes = 0;
    std::uint32_t ports = 0;
    GroupTaper taper;  ///< of the first group of the class
};

/// Routes between the first port's leaf and one as far from it as any in the same or the next group.
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

/// What a person asks of a fabric; every number follows from the graph.
struct FabricSummary {
    std::vector<ClassSummary> classes;
    std::uint32_t cores = 0;  ///< switches above all groups
    std::vector<LevelTotal> levels;
    int diameter = 0;
    std::vector<RouteSummary> routes;
    std::vector<TrafficSummary>
        traffic;  ///< patterns to be asked for; models/flow shares the links out
    std::vector<BisectionSummary> bisections;
};

/// Of the whole fabric; with `nodes` traffic and bisections are those of the groups that hold them.
FabricSummary summarise(Fabric const& fabric, std::span<FabricNodeId const> nodes = {});

}  // namespace clustersim
