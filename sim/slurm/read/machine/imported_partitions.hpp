// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/core/result.hpp"
#include "sim/slurm/site/site.hpp"

namespace clustersim {

/// Adds to a machine whose Slurm has a file of its own what that file says: a Partition for each
/// partition and node type in it, and a NodeType, not `described`, for the nodes that the machine's own
/// `node_types:` do not name as their `hosts`. Those it names take cores, memory and devices that jobs
/// get from the file. Problems are placed in the machine's document.
void add_partitions(System& system,
                    slurm::Site const& site,
                    ConfigNode const& document,
                    Diagnostics& problems);

}  // namespace clustersim
