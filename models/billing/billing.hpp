// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/node_type.hpp"
#include "models/machine/partition.hpp"
#include "sim/core/quantity.hpp"

#include <string>

namespace clustersim {

/// What a job holds of each of its nodes.
struct NodeShare {
    int nodes = 1;
    int devices = 0;  ///< schedulable accelerators per node
    int cores = 0;    ///< per node
    Bytes memory{};   ///< per node
};

/// The share that a job gets by asking for whole nodes.
NodeShare whole_nodes(NodeType const& type, int nodes);

/// What a job that asks for `share` holds: on an exclusive partition whole nodes, elsewhere no more
/// than the partition gives one job (max_tres_per_node).
NodeShare held_share(Partition const& partition, NodeType const& type, NodeShare const& share);

struct Bill {
    NodeHours node_hours{};  ///< nodes x time x share_of_node
    GpuHours gpu_hours{};    ///< schedulable devices x time (GCDs on MI250X)
    CoreHours core_hours{};
    double billed = 0.0;  ///< in the site's unit
    std::string unit;     ///< "GPU-h", "node-h", "core-h", "BU"
    std::string device;   ///< what a schedulable device is: device_name
};

/// "GPU"; "GCD" where two of them make a card (MI250X), "slice" where a card is cut (MIG).
std::string device_name(NodeType const& type);

/// The part of a node that a share takes from others: the largest of its parts of devices, cores and
/// memory, as Slurm's MAX_TRES counts; in [0, 1].
double share_of_node(NodeType const& type, NodeShare const& share);

/// What the site charges. On an exclusive partition the whole node is paid for, whatever was used.
Bill bill_of(Partition const& partition,
             NodeType const& type,
             NodeShare const& share,
             Duration time);

}  // namespace clustersim
