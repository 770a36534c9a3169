// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/core/result.hpp"
#include "sim/scenario/scenario.hpp"
#include "sim/scenario/slurm_nodes.hpp"
#include "sim/slurm/site/site.hpp"

namespace clustersim {

/// Tells a machine's Slurm of its networks, as topology.conf would: a dragonfly by its groups; a tree by
/// its leaf switches, or its islands where a node's ports hang on several leaves, and what joins them.
/// Nothing for `none`. Fails where a network cannot be built.
Result<void> describe_topology(System const& system,
                               NodeLayout const& layout,
                               SlurmTopology topology,
                               slurm::Site& site);

}  // namespace clustersim
