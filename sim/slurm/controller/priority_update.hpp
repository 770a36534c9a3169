// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// A pending job's priority in each of its partitions, computed anew: at submission, release,
/// requeue and update (spec 5.2.5). Held jobs have 0.
void set_priorities(AccountingState& accounting,
                    Configuration const& config,
                    Job& job,
                    Instant now);

/// Charges a running job's usage since it was last charged (spec 5.4).
void charge_usage(AccountingState& accounting,
                  Configuration const& config,
                  Job& job,
                  Instant until);

/// What happens every PriorityCalcPeriod: decay, usage of running jobs, fair share, then the
/// priorities of all that wait. Does nothing under priority/basic.
void priority_tick(ClusterState& state);

}  // namespace clustersim::slurm
