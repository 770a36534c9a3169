// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/wiring.hpp"

namespace clustersim {

Result<Fabric> build_single_switch(NetworkShape const& shape, ShapePlace const& place) {
    FabricBuilder builder(shape.name, FabricFamily::single_switch);
    GroupShape const& group = shape.groups.front();
    std::vector<SwitchRange> const leaves{
        add_switches(builder, 1, 1, builder.add_group(group.name, group.kind))};
    attach_nodes(builder, shape, leaves);
    Diagnostics diagnostics;
    check_ports(builder, shape, place, diagnostics);
    if (diagnostics.has_errors()) return failure(std::move(diagnostics));
    return std::move(builder).finish();
}

}  // namespace clustersim
