// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.hpp"

#include <string>

namespace clustersim {

/// The whole graph for graph tools: ports, switches and one edge for each cable, with kind, group,
/// level, capacity (B/s) and latency (s).
std::string to_graphml(Fabric const& fabric);

/// The switches for Graphviz, one cluster for each group; parallel cables are one edge labelled
/// with their number, and the label of a leaf counts its ports.
std::string to_dot(Fabric const& fabric);

/// A SimGrid platform (DTD version 4.1): a host for every port, a router for every switch, routes by
/// Dijkstra. Parallel cables become one link of their summed bandwidth, because a platform file can
/// name only one route between two neighbours. Hosts get a speed of 1 Gf because the fabric has none.
std::string to_simgrid_xml(Fabric const& fabric);

}  // namespace clustersim
