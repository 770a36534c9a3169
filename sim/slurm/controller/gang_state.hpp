// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/job_record.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// A job that is gang scheduled with others of its partition.
struct GangMember {
    /// `active`: it has this turn; `filler`: it uses cores that the active jobs leave free.
    enum class Place : std::uint8_t { waits, filler, active };

    JobSlot slot;
    Place place = Place::waits;
    bool runs = true;  ///< as decided by the turns; an administrator may have suspended it
};

/// The gang-scheduled jobs of a partition.
struct GangPartition {
    std::vector<GangMember> members;  ///< in the order of their turns
    std::vector<JobSlot> shadows;     ///< running jobs of higher partitions, which come first
    std::size_t placed = 0;           ///< shadows, and members that have this turn
};

/// The state of gang scheduling; empty if PreemptMode does not include GANG.
struct GangState {
    std::vector<GangPartition> partitions;  ///< in the order of the site
    std::vector<std::int32_t> by_tier;      ///< partitions, the highest first

    /// Sorts the partitions by tier.
    void sort(Site const& site);
};

}  // namespace clustersim::slurm
