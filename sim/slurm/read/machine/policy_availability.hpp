// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"
#include "sim/core/diagnostic.hpp"
#include "sim/core/time.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// What the times and places of a policy refer to.
struct PolicyFrame {
    std::vector<std::string> partitions;  ///< names of the machine's partitions
    Instant origin;                       ///< times are counted from here
};

/// These read one entry of a policy and write it into `changes`, in the form of a site file and with the place of the
/// entry. They add all problems.

/// `NAME: {start, duration, every, partition | nodes}` of `maintenance`: a reservation in which no job runs.
void read_maintenance(ConfigNode::Entry const& one,
                      PolicyFrame const& frame,
                      ConfigNode& changes,
                      Diagnostics& problems);

/// `NAME: {start, duration, partition | nodes}` of `outages`: a time in which nodes are down, unexpectedly.
void read_outage(ConfigNode::Entry const& one,
                 PolicyFrame const& frame,
                 ConfigNode& changes,
                 Diagnostics& problems);

/// `failures: {node-mtbf, mttr}`: nodes fail at random.
void read_node_failures(ConfigNode::Entry const& section,
                        PolicyFrame const& frame,
                        ConfigNode& changes,
                        Diagnostics& problems);

/// There is no such partition: an error with the nearest name.
void unknown_partition(ConfigNode const& place,
                       std::string const& name,
                       std::vector<std::string> const& known,
                       Diagnostics& problems);

}  // namespace clustersim
