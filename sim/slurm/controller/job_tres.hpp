// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/job_record.hpp"
#include "sim/slurm/site/site.hpp"

namespace clustersim::slurm {

/// The TRES of a selection for the job, by TRES position, with billing truncated as Slurm stores it
/// (spec 5.11.4).
TresCounts tres_of(Site const& site, Job const& job, Allocation const& allocation);
inline TresCounts allocated_tres(Site const& site, Job const& job) {
    return tres_of(site, job, job.allocation);
}
/// Sets the counts of types that the request does not name to zero: a limit on gres/gpu:a100 does not
/// stop a job that asks for gpu, though what it got counts for later jobs (resource_limits.html,
/// "Specific Limits Over GRES"). A job with whole nodes asks for all that they have (observed, W44).
void forget_other_types(Site const& site, ResourceRequest const& request, TresCounts& counts);
/// Billing of the job's allocation, not truncated: usage is charged with this number.
double billing_of(Site const& site, Job const& job);

}  // namespace clustersim::slurm
