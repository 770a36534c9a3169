// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/cable_list.hpp"

#include "models/fabric/fabric_builder.hpp"

#include <utility>

namespace clustersim {

Fabric fabric_of(CableList& cables, std::string const& name) {
    FabricBuilder builder(name, FabricFamily::edge_list);
    std::uint32_t index = 0;
    for (NamedVertex& one : cables.vertices)
        if (!one.is_node) one.id = builder.add_switch({1, no_group, index++, 0}, one.name);
    std::vector<std::vector<CableRow const*>> ports(cables.vertices.size());
    for (CableRow const& row : cables.rows)
        if (row.level == LinkLevel::injection) ports[row.from].push_back(&row);
    std::uint32_t nodes = 0;
    for (std::size_t v = 0; v < cables.vertices.size(); ++v) {
        if (!cables.vertices[v].is_node) continue;
        builder.add_node(cables.vertices[v].name);
        ++nodes;
        for (CableRow const* row : ports[v])
            for (std::uint32_t n = 0; n < row->links; ++n)
                builder.add_endpoint(cables.vertices[row->to].id, row->bandwidth, row->latency);
    }
    builder.add_block({"", 0, nodes});
    for (CableRow const& row : cables.rows) {
        if (row.level == LinkLevel::injection) continue;
        Cable const cable{cables.vertices[row.from].id,
                          cables.vertices[row.to].id,
                          row.bandwidth,
                          row.latency,
                          row.level};
        for (std::uint32_t n = 0; n < row.links; ++n) builder.add_cable(cable);
    }
    return std::move(builder).finish();
}

}  // namespace clustersim
