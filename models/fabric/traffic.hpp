// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.hpp"

#include <span>
#include <utility>
#include <vector>

namespace clustersim {

/// One port sends to another.
using PortPair = std::pair<EndpointId, EndpointId>;

/// Port i of one group sends to port i of the other, as far as both have ports.
std::vector<PortPair> group_to_group(Fabric const& fabric, std::uint32_t from, std::uint32_t to);

/// Port i of all sends to the port half of them further.
std::vector<PortPair> half_shift(std::span<EndpointId const> ports);

}  // namespace clustersim
