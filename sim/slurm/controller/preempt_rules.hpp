// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/configuration.hpp"
#include "sim/slurm/controller/job_record.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>

namespace clustersim::slurm {

/// True if the site preempts at all (spec 7.1).
inline bool queue_may_preempt(Settings const& settings) {
    return settings.preempt_type != PreemptType::none && settings.preempt_mode != PreemptMode::off;
}

/// True if a running job may be preempted by any other job (spec 7.2).
bool may_be_preempted(Site const& site, Job const& running);

/// True if a preempted job keeps its memory and devices.
bool only_suspends(Site const& site, Job const& victim);

/// True if a pending job of one partition comes before a running or pending job as its preemptor
/// (spec 7.2).
bool can_preempt(Configuration const& config,
                 Job const& preemptor,
                 std::int32_t preemptor_choice,
                 Job const& victim,
                 std::int32_t victim_choice);

/// The preempt mode of a victim: that of its QOS or its partition, else the cluster's (spec 7.2).
/// Without gang scheduling nothing would resume a suspended victim.
PreemptMode mode_of(Site const& site, Job const& victim);

/// True if it has not yet run for its preempt exempt time.
bool exempt(Site const& site, Job const& victim, Instant now);

/// The grace time of a victim.
Seconds grace_of(Site const& site, Job const& victim);
/// True if the grace time of a victim is over.
bool grace_is_over(Site const& site, Job const& victim, Instant now);

/// Sort key of victims, lowest first: by rank, then by fewest nodes (spec 7.3.2).
std::int64_t victim_rank(Site const& site, Job const& job);

}  // namespace clustersim::slurm
