// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/energy/energy.hpp"
#include "models/machine/system.hpp"
#include "sim/core/result.hpp"
#include "sim/scenario/scenario.hpp"
#include "sim/slurm/site/settings.hpp"

#include <cstdint>
#include <optional>

namespace clustersim {

/// The request after the site's changes: in a partition with fixed shares every job gets that share, with a note if it
/// requested something else.
JobSpec as_submitted(JobSpec const& spec, Partition const& partition, Diagnostics& notes);

/// The mean power of each accelerator: as the scenario states, or idle and training power weighted by the share of time
/// that the job computes.
Watts device_draw(NodePower const& power, double utilisation, std::optional<Watts> known);

/// The time since the start at which the site cancels the job because its accelerators are idle; nothing if it does
/// not.
std::optional<Duration>
idle_end_of(SiteRules const& rules, JobSpec const& spec, Partition const& partition, Watts draw);

/// Why the job's time limit cannot be extended while it runs, as CS0203 or CS0110; nothing if it can, or if no
/// extension is requested.
std::optional<Diagnostic>
refused_extension(System const& system, JobSpec const& spec, bool under_slurm);

/// What the used part of a month's quota takes from the priority, in points: nothing up to the rule's first amount, all
/// that the site's weights can give from its second. The others in the queue are taken to have quota left.
std::int64_t
quota_nice(MonthlyQuota const& rule, double used, slurm::PrioritySettings const& weights);

}  // namespace clustersim
