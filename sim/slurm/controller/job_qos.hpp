// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/job_record.hpp"
#include "sim/slurm/site/site.hpp"

namespace clustersim::slurm {

/// The QOS of a job; nullptr if it has none.
inline Qos const* qos_of(Site const& site, JobSpec const& spec) {
    return spec.qos < 0 ? nullptr : &site.qos[static_cast<std::size_t>(spec.qos)];
}
inline Qos const* qos_of(Site const& site, Job const& job) {
    return qos_of(site, *job.spec);
}

}  // namespace clustersim::slurm
