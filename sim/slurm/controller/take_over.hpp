// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/queue_now.hpp"

#include <vector>

namespace clustersim::slurm {

/// Adds the jobs and the usage of a real queue to a controller without jobs, whose clock is at
/// `queue.now`. Running jobs keep their nodes and run until their limits, unless set_run_times()
/// says otherwise; pending jobs keep their present priorities until the next calculation.
TakeOver take_over(ClusterState& state, QueueNow const& queue);

/// Replaces the run time of a job that has not ended: array task t takes entry t modulo the count.
/// A running job ends when it has run for that time, counted from its start.
void set_run_times(ClusterState& state, JobSlot slot, std::vector<Seconds> run_times);

}  // namespace clustersim::slurm
