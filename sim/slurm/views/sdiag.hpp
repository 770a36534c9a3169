// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/snapshot.hpp"

#include <string>

namespace clustersim::slurm {

/// What the scheduler has counted, in the layout of sdiag (spec 11.8) up to its tables of remote
/// calls, which a simulation has none of. Cycles take no simulated time.
std::string sdiag_text(Snapshot const& snapshot);

}  // namespace clustersim::slurm
