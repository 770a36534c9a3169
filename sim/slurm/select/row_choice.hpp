// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/node_availability.hpp"
#include "sim/slurm/select/select_nodes.hpp"

namespace clustersim::slurm {

/// Chooses cores that jobs in other rows use (spec 6.4.4), never cores that the job may not share.
/// With gang scheduling it prefers cores of lower partitions to those of its own tier, and as few
/// of the lower partitions as possible; last, it tries row after row of its own partition. The
/// limits used for the choice remain in `market.rows`.
bool select_beside(Market& market, SelectScratch& scratch, SelectMode mode);

}  // namespace clustersim::slurm
