// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// The tests before a queue is built (spec 2.5.1, 3.3.2): dependency, begin time, hold,
/// reservation. Jobs that pass join the queue, others get their reason. May cancel a job whose
/// dependency can never be fulfilled.
void refresh_waiting(ClusterState& state);

}  // namespace clustersim::slurm
