// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/job_state_text.hpp"

namespace clustersim::slurm {

std::string_view shown_state_code(JobView const& job) {
    if (job.flags.completing) return "CG";
    if (job.flags.configuring) return "CF";
    if (job.flags.requeued) return "RQ";
    if (job.flags.requeue_hold) return "RH";
    if (job.flags.reservation_gone) return "RD";
    return state_code(job.state);
}

std::string_view shown_state_name(JobView const& job) {
    if (job.flags.completing) return "COMPLETING";
    if (job.flags.configuring) return "CONFIGURING";
    if (job.flags.requeued) return "REQUEUED";
    if (job.flags.requeue_hold) return "REQUEUE_HOLD";
    if (job.flags.reservation_gone) return "RESV_DEL_HOLD";
    return state_name(job.state);
}

}  // namespace clustersim::slurm
