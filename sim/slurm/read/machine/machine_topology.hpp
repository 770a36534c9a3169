// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/core/result.hpp"
#include "sim/slurm/read/machine/node_layout.hpp"
#include "sim/slurm/read/machine/topology_kind.hpp"
#include "sim/slurm/site/site.hpp"

namespace clustersim {

/// Tells a machine's Slurm of its networks, as topology.conf would: a dragonfly by its groups; a tree by
/// its leaf switches, or its islands where a node's ports hang on several leaves, and what joins them.
/// Nothing for `none`. Fails where a network cannot be built, and
/// where the site comes from a file that describes its switches.
Result<void> describe_topology(System const& system,
                               NodeLayout const& layout,
                               SlurmTopology topology,
                               slurm::Site& site);

}  // namespace clustersim
