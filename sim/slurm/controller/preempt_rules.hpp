// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/configuration.hpp"
#include "sim/slurm/controller/job.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>

namespace clustersim::slurm {

/// Whether the site preempts at all (spec 7.1).
inline bool queue_may_preempt(Settings const& settings) {
    return settings.preempt_type != PreemptType::none && settings.preempt_mode != PreemptMode::off;
}

/// Whether a running job may be stopped for another one, whichever that is (spec 7.2).
bool may_be_preempted(Site const& site, Job const& running);

/// Whether its preemption leaves a running job its memory and devices.
bool only_suspends(Site const& site, Job const& victim);

/// Whether a pending job of one partition stands before a running or pending job as its preemptor
/// (spec 7.2).
bool can_preempt(Configuration const& config,
                 Job const& preemptor,
                 std::int32_t preemptor_choice,
                 Job const& victim,
                 std::int32_t victim_choice);

/// The mode of a victim: its QOS' or its partition's, else the cluster's (spec 7.2). Without gang
/// scheduling nobody would resume it.
PreemptMode mode_of(Site const& site, Job const& victim);

/// Whether it has not run for as long as preemption must let it.
bool exempt(Site const& site, Job const& victim, Instant now);

/// How long a victim may go on after it was told to make room.
Seconds grace_of(Site const& site, Job const& victim);
/// Whether a job that was told to make room has had the time that it was given.
bool grace_is_over(Site const& site, Job const& victim, Instant now);

/// Victims go by this, lowest first: by rank, then by fewest nodes (spec 7.3.2).
std::int64_t victim_rank(Site const& site, Job const& job);

}  // namespace clustersim::slurm
