// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/jobs_state.hpp"
#include "sim/slurm/select/node_use.hpp"
#include "sim/slurm/select/select_scratch.hpp"
#include "sim/slurm/site/site.hpp"

#include <vector>

namespace clustersim::slurm {

/// The present use of the nodes, by which start estimates predict later uses.
struct RunningUse {
    Site const& site;
    SelectScratch const& tables;  ///< of the site
    NodeUse const& use;
    JobsState const& jobs;
    std::vector<JobSlot> const& preempted;  ///< running jobs that are assumed to have left already
};

}  // namespace clustersim::slurm
