// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/billing/billing.hpp"
#include "sim/scenario/scenario.hpp"
#include "sim/scenario/slurm_request.hpp"

namespace clustersim {

/// Adds the options of sbatch that the job states to its request. `share` is what it takes of each node.
void add_resources(slurm::JobRequest& request,
                   JobSpec const& spec,
                   NodeShare const& share,
                   SlurmPlace const& place);

}  // namespace clustersim
