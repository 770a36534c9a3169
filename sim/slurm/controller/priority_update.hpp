// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// Recomputes a pending job's priority in each of its partitions: at submission, release, requeue
/// and update (spec 5.2.5). Held jobs have 0.
void set_priorities(AccountingState& accounting,
                    Configuration const& config,
                    Job& job,
                    Instant now);

/// Charges a running job's usage since its last charge (spec 5.4).
void charge_usage(AccountingState& accounting,
                  Configuration const& config,
                  Job& job,
                  Instant until);

/// The update every PriorityCalcPeriod: decay, usage of running jobs, fair share, then the
/// priorities of all pending jobs. Does nothing under priority/basic.
void priority_tick(ClusterState& state);

}  // namespace clustersim::slurm
