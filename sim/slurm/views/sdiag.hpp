// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/snapshot.hpp"

#include <string>

namespace clustersim::slurm {

/// Prints the scheduler's counters in the layout of sdiag (spec 11.8), without its tables of remote
/// calls, which do not exist in a simulation. Cycles take no simulated time.
std::string sdiag_text(Snapshot const& snapshot);

}  // namespace clustersim::slurm
