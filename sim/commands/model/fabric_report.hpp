// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/model/fabric_pages.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace clustersim {

/// Tables for people: groups, cables, routes, traffic, bisection, links inside a node, sources, in lines of at most `width` characters.
std::string fabric_text(FabricView const& view, std::size_t width);

/// The same numbers as JSON, with SI units in the names. `views` are the networks of one machine.
std::string fabric_json(std::span<FabricView const> views);

}  // namespace clustersim
