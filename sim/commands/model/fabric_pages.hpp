// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/summary.hpp"
#include "models/flow/traffic_share.hpp"
#include "models/machine/catalogue.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// A network to show: a machine's, or a user's own.
struct FabricView {
    Fabric const* fabric = nullptr;
    Routing routing = Routing::minimal;
    LoadedSystem const* machine = nullptr;  ///< null: a user's own
    std::string network;                    ///< the root among the machine's fabrics
    Partition const* partition = nullptr;   ///< null: all nodes
};

/// The data that both the text and the JSON of a network need.
struct FabricPages {
    std::string routing;
    std::vector<FabricNodeId> nodes;  ///< nodes of the partition; empty: all
    std::vector<NodeType const*>
        types;                ///< types with accelerators, whose internal links are shown
    std::vector<Fact> facts;  ///< numbers from which the network was built
    int other_switches = 0;   ///< switches of the network whose position is not public
    FabricSummary summary;
    std::vector<TrafficShare> shares;  ///< of summary.traffic, under the routing
};
FabricPages pages_of(FabricView const& view);

}  // namespace clustersim
