// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/core/result.hpp"
#include "sim/slurm/read/machine/node_layout.hpp"
#include "sim/slurm/read/machine/topology_kind.hpp"
#include "sim/slurm/site/site.hpp"

namespace clustersim {

/// Describes a machine's networks to its Slurm, as topology.conf would: a dragonfly by its groups;
/// a tree by its leaf switches (by its islands if a node's ports are on several leaves) and the
/// switches that join them. Does nothing for `none`. Fails if a network cannot be built, or if the
/// site's file describes its switches.
Result<void> describe_topology(System const& system,
                               NodeLayout const& layout,
                               SlurmTopology topology,
                               slurm::Site& site);

}  // namespace clustersim
