// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.hpp"
#include "models/machine/system.hpp"
#include "sim/config/document.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// The network of a fabric of the machine: the fabric itself, all fabrics that are `part_of` the
/// same network, and every node type attached to them. Reports impossible port counts, nodes
/// without a place and disconnected groups with their numbers, and with their places if `document`
/// is the machine's.
Result<Fabric> build_fabric(System const& system,
                            std::string const& fabric_name,
                            ConfigNode const* document = nullptr);

/// The network of a partition's nodes.
Result<Fabric> build_fabric(System const& system,
                            Partition const& partition,
                            ConfigNode const* document = nullptr);

/// The names of the machine's separate networks: each is the name of a fabric that is not part of
/// another.
std::vector<std::string> networks_of(System const& system);
/// The network of a partition's nodes.
std::string network_of(System const& system, Partition const& partition);

/// The nodes of a partition, in order: node i of the partition is element i.
std::vector<FabricNodeId>
nodes_of(Fabric const& fabric, System const& system, Partition const& partition);

/// A user's own fabric: a CSV file with the header `from,to,bandwidth,latency,level` and optionally
/// `links`. Each row is one cable (or `links` parallel ones), both directions alike. A row of level
/// `injection` gives the node `from` one more NIC port at the switch `to`. All problems of the file
/// are reported with line and column.
Result<Fabric> read_edge_list(std::filesystem::path const& path);
Result<Fabric> parse_edge_list(std::string_view text, std::string const& file);

}  // namespace clustersim
