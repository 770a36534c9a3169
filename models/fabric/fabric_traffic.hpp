// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.hpp"

#include <span>
#include <utility>
#include <vector>

namespace clustersim {

/// One port sends to the other.
using PortPair = std::pair<EndpointId, EndpointId>;

/// Port i of one group sends to port i of the other, as far as both groups have ports.
std::vector<PortPair> group_to_group(Fabric const& fabric, std::uint32_t from, std::uint32_t to);

/// Of N ports, port i sends to port (i + N/2) mod N.
std::vector<PortPair> half_shift(std::span<EndpointId const> ports);

}  // namespace clustersim
