// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/request/standing.hpp"

#include <cstdint>

namespace clustersim::slurm {

/// Records as much past usage of a user as gives its account that standing now, and recomputes the
/// fair share. The usage decays like any other. Does nothing if no other account competes, or if
/// the account has used more already.
void give_standing(ClusterState& state, std::int32_t user, Standing const& standing);

}  // namespace clustersim::slurm
