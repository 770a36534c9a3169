// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/departure_list.hpp"
#include "sim/slurm/controller/future_use.hpp"
#include "sim/slurm/controller/job_record.hpp"
#include "sim/slurm/controller/room_times.hpp"
#include "sim/slurm/select/select_scratch.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace clustersim::slurm {

/// The running jobs that jobs of one partition may preempt, at some moment.
struct VictimList {
    std::shared_ptr<std::vector<JobSlot> const> slots;  ///< null: not yet searched
    Instant now;
    std::uint64_t running_changes = 0;
};

/// State shared by selections of nodes: weights that Slurm's selections also leave behind, and
/// cached results.
struct SelectionState {
    explicit SelectionState(Site const& site) : scratch(site) {}

    SelectScratch scratch;
    EstimateSets estimate_sets;
    FutureUse future_use;
    RoomBook room;
    std::vector<VictimList> victims;  ///< by partition, from the last search
};

}  // namespace clustersim::slurm
