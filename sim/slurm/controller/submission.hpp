// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/request/dependency_text.hpp"
#include "sim/slurm/request/job_request.hpp"

#include <string>
#include <vector>

namespace clustersim::slurm {

/// The result of one sbatch: a job id, or Slurm's message (spec 2.7).
struct SubmitOutcome {
    std::int32_t job_id = 0;  ///< 0: rejected
    std::string message;      ///< the message of sbatch; empty if accepted

    [[nodiscard]] bool accepted() const { return job_id != 0; }
};

/// Submits a job now, with Slurm's checks in Slurm's order; some refusals use up a job id. It waits for `after` in addition
/// to what the text of the request names.
SubmitOutcome
submit_job(ClusterState& state, JobRequest const& request, std::vector<Dependency> after);

}  // namespace clustersim::slurm
