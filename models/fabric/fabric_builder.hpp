// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.hpp"

#include <string>
#include <utility>
#include <vector>

namespace clustersim {

/// The two ends of a cable, its capacity and latency; both directions alike.
struct Cable {
    SwitchId a;
    SwitchId b;
    Bandwidth capacity{};
    Duration latency{};
    LinkLevel level = LinkLevel::trunk;
};

/// Collects switches, nodes, ports and cables in any order and packs them into a Fabric.
class FabricBuilder {
  public:
    FabricBuilder(std::string name, FabricFamily family);

    std::uint32_t add_group(std::string name, std::string kind);
    SwitchId add_switch(Switch one, std::string own_name = {});
    std::uint32_t add_pod(FabricPod pod);
    void set_parent(std::uint32_t pod, std::uint32_t parent);
    void set_pod(SwitchId one, std::uint32_t pod);
    void add_block(NodeBlock block);
    FabricNodeId add_node(std::string own_name = {});
    /// Adds one more port to the node added last.
    EndpointId add_endpoint(SwitchId leaf, Bandwidth capacity, Duration latency);
    void add_cable(Cable const& cable) { cables_.push_back(cable); }

    [[nodiscard]] std::vector<Cable> const& cables() const { return cables_; }
    /// Groups, switches and endpoints added until now; no links yet.
    [[nodiscard]] Fabric const& so_far() const { return fabric_; }
    [[nodiscard]] Bandwidth port_of(EndpointId id) const { return ports_[id.value].first; }

    /// Sorts, numbers and indexes everything. Requires positive capacities.
    [[nodiscard]] Fabric finish() &&;

  private:
    void number_links();
    void index_links();
    void index_global_links();
    void count_groups();
    void count_places();

    Fabric fabric_;
    std::vector<std::pair<Bandwidth, Duration>> ports_;  ///< by endpoint
    std::vector<Cable> cables_;
};

}  // namespace clustersim
