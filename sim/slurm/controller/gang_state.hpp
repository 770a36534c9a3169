// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/job.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// A job that takes turns with others of its partition.
struct GangMember {
    /// `active`: it has this turn; `filler`: it uses cores that those of this turn leave.
    enum class Place : std::uint8_t { waits, filler, active };

    JobSlot slot;
    Place place = Place::waits;
    bool runs = true;  ///< as far as the turns decide; an administrator may have decided otherwise
};

/// Who takes turns in a partition.
struct GangPartition {
    std::vector<GangMember> members;  ///< in the order of their turns
    std::vector<JobSlot> shadows;     ///< running jobs of higher partitions, which come first
    std::size_t placed = 0;           ///< shadows, and members that have this turn
};

/// What gang scheduling knows; empty where PreemptMode has no GANG.
struct GangState {
    std::vector<GangPartition> partitions;  ///< as those of the site
    std::vector<std::int32_t> by_tier;      ///< partitions, the highest first

    /// Brings the partitions into the order of their tiers.
    void sort(Site const& site);
};

}  // namespace clustersim::slurm
