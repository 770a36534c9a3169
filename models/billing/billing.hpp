// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/node_type.hpp"
#include "models/machine/partition.hpp"
#include "sim/core/quantity.hpp"

#include <string>

namespace clustersim {

/// Resources that a job holds on each of its nodes.
struct NodeShare {
    int nodes = 1;
    int devices = 0;  ///< schedulable accelerators per node
    int cores = 0;    ///< per node
    Bytes memory{};   ///< per node
};

/// The share of a job that requests whole nodes.
NodeShare whole_nodes(NodeType const& type, int nodes);

/// The share that a job that requests `share` holds: whole nodes on an exclusive partition,
/// elsewhere no more than the partition gives one job (max_tres_per_node).
NodeShare held_share(Partition const& partition, NodeType const& type, NodeShare const& share);

struct Bill {
    NodeHours node_hours{};  ///< nodes x time x share_of_node
    GpuHours gpu_hours{};    ///< schedulable devices x time (GCDs on MI250X)
    CoreHours core_hours{};
    double billed = 0.0;  ///< in the site's unit
    std::string unit;     ///< "GPU-h", "node-h", "core-h", "BU"
    std::string device;   ///< the name of a schedulable device: device_name
};

/// "GPU"; "GCD" if two of them make a card (MI250X), "slice" if a card is cut (MIG).
std::string device_name(NodeType const& type);

/// The part of a node that a share makes unavailable to others: the largest of its fractions of
/// devices, cores and memory, as Slurm's MAX_TRES counts; in [0, 1].
double share_of_node(NodeType const& type, NodeShare const& share);

/// The site's charge. On an exclusive partition the whole node is charged, whatever was used.
Bill bill_of(Partition const& partition,
             NodeType const& type,
             NodeShare const& share,
             Duration time);

}  // namespace clustersim
