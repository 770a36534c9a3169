// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

namespace clustersim::slurm {

/// What a selection would give the job, by TRES position, billing truncated as Slurm stores it
/// (spec 5.11.4).
TresCounts tres_of(ClusterState const& state, Job const& job, Allocation const& allocation);
inline TresCounts allocated_tres(ClusterState const& state, Job const& job) {
    return tres_of(state, job, job.allocation);
}
/// Billing of what the job holds, not truncated: what usage is charged with.
double billing_of(ClusterState const& state, Job const& job);

}  // namespace clustersim::slurm
