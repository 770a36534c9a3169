// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/core/result.hpp"
#include "sim/slurm/site/site.hpp"

namespace clustersim {

/// Completes a machine that has a Slurm file with the contents of that file: adds a Partition for
/// each partition and node type in it, and a NodeType, not `described`, for the nodes that no
/// `hosts` of the machine's own `node_types:` name. The named ones take from the file the cores,
/// memory and devices that jobs get. Problems have their place in the machine's document.
void add_partitions(System& system,
                    slurm::Site const& site,
                    ConfigNode const& document,
                    Diagnostics& problems);

}  // namespace clustersim
