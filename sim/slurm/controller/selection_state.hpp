// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/departure_list.hpp"
#include "sim/slurm/controller/future_use.hpp"
#include "sim/slurm/controller/job.hpp"
#include "sim/slurm/select/select_scratch.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace clustersim::slurm {

/// The running jobs that jobs of one partition may preempt, as of some moment.
struct VictimList {
    std::shared_ptr<std::vector<JobSlot> const> slots;  ///< null: never asked for
    Instant now;
    std::uint64_t running_changes = 0;
};

/// What selections of nodes leave to each other: weights that Slurm's leave too, and answers that are
/// kept so as not to be found again.
struct SelectionState {
    explicit SelectionState(Site const& site) : scratch(site) {}

    SelectScratch scratch;
    EstimateSets estimate_sets;
    FutureUse future_use;
    std::vector<VictimList> victims;  ///< by partition, as last asked for
};

}  // namespace clustersim::slurm
