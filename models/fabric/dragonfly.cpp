// SPDX-License-Identifier: Apache-2.0
// J. Kim et al., Technology-Driven, Highly-Scalable Dragonfly Topology, ISCA 2008, as Slingshot
// builds it (D. De Sensi et al., An In-Depth Analysis of the Slingshot Interconnect, SC20): any two
// switches of a group are joined, and so are any two groups, each pair by several cables. Global
// cables are assigned to a group's switches in turn; the real assignment is not public.
#include "models/fabric/wiring.hpp"

namespace clustersim {
namespace {

void join_switches(FabricBuilder& builder, GroupShape const& group, SwitchRange switches) {
    Cable cable{{}, {}, group.link, group.switch_latency, LinkLevel::group_local};
    for (std::uint32_t i = 0; i < switches.count; ++i) {
        for (std::uint32_t j = i + 1; j < switches.count; ++j) {
            cable.a = switches.at(i);
            cable.b = switches.at(j);
            for (std::uint32_t n = 0; n < group.links_per_switch_pair; ++n)
                builder.add_cable(cable);
        }
    }
}

}  // namespace

Result<Fabric> build_dragonfly(NetworkShape const& shape, ShapePlace const& place) {
    FabricBuilder builder(shape.name, FabricFamily::dragonfly);
    std::vector<SwitchRange> switches;
    for (GroupShape const& group : shape.groups) {
        switches.push_back(
            add_switches(builder, group.leaves, 1, builder.add_group(group.name, group.kind)));
    }
    attach_nodes(builder, shape, switches);
    for (std::size_t g = 0; g < shape.groups.size(); ++g)
        join_switches(builder, shape.groups[g], switches[g]);
    join_groups(builder, shape, switches);
    Diagnostics diagnostics;
    check_joined(shape, place, diagnostics);
    check_ports(builder, shape, place, diagnostics);
    if (diagnostics.has_errors()) return failure(std::move(diagnostics));
    return std::move(builder).finish();
}

}  // namespace clustersim
