// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/node_availability.hpp"
#include "sim/slurm/select/select_nodes.hpp"

namespace clustersim::slurm {

/// Chooses cores that jobs in other rows use (spec 6.4.4): never of those that the job may not stand
/// beside; where jobs take turns, rather of lower partitions than of its own tier, and of as few of
/// those as will do; last row after row of its own partition. What it chose by stays in
/// `market.rows`.
bool select_beside(Market& market, SelectScratch& scratch, SelectMode mode);

}  // namespace clustersim::slurm
