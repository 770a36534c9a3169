// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/job.hpp"
#include "sim/slurm/site/site.hpp"

namespace clustersim::slurm {

/// The TRES of a selection for the job, by TRES position, with billing truncated as Slurm stores it
/// (spec 5.11.4).
TresCounts tres_of(Site const& site, Job const& job, Allocation const& allocation);
inline TresCounts allocated_tres(Site const& site, Job const& job) {
    return tres_of(site, job, job.allocation);
}
/// Billing of the job's allocation, not truncated: usage is charged with this number.
double billing_of(Site const& site, Job const& job);

}  // namespace clustersim::slurm
