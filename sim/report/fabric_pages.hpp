// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/flow/traffic_share.hpp"
#include "sim/report/fabric_report.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// What both the text and the JSON of a network need.
struct FabricPages {
    std::string routing;
    std::vector<FabricNodeId> nodes;     ///< of the partition; empty: all
    std::vector<NodeType const*> types;  ///< whose inside is shown: with accelerators
    std::vector<Fact> facts;             ///< the numbers that the network was built from
    int other_switches = 0;              ///< that belong to it at places unknown
    FabricSummary summary;
    std::vector<TrafficShare> shares;  ///< of summary.traffic, under the routing
};
FabricPages pages_of(FabricView const& view);

}  // namespace clustersim
