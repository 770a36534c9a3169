// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/summary.hpp"
#include "models/machine/catalogue.hpp"

#include <cstddef>
#include <string>

namespace clustersim {

/// A network to show: a machine's, or a user's own.
struct FabricView {
    Fabric const* fabric = nullptr;
    Routing routing = Routing::minimal;
    LoadedSystem const* machine = nullptr;  ///< null: a user's own
    std::string network;                    ///< the root among the machine's fabrics
    Partition const* partition = nullptr;   ///< null: all nodes
};

/// Tables for people: groups, cables, routes, traffic, bisection, links inside a node, sources, in lines of at most `width` characters.
std::string fabric_text(FabricView const& view, std::size_t width);

/// The same numbers as JSON, with SI units in the names. `views` are the networks of one machine.
std::string fabric_json(std::span<FabricView const> views);

}  // namespace clustersim
