// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/sched/slurm/select/node_availability.hpp"
#include "sim/sched/slurm/select/select_nodes.hpp"

namespace clustersim::slurm {

/// `general` says that the short way does not apply; the answer of the long one is then needed.
enum class FastAnswer { found, none, general };

/// The choice over consecutive runs (spec 6.7) when every usable node is idle and offers the same,
/// and the job takes all that a node offers: then nothing but the lengths of runs of bits counts.
/// The result, in the scratch, is that of the general way.
FastAnswer choose_equal_nodes(Market const& market, SelectMode mode);

}  // namespace clustersim::slurm
