// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/energy/energy.hpp"
#include "models/machine/system.hpp"
#include "sim/core/result.hpp"
#include "sim/scenario/scenario.hpp"

#include <optional>

namespace clustersim {

/// What the job asks for after the site has laid hands on it: in a partition of fixed shares every
/// job gets that share, with a note where it asked for something else.
JobSpec as_submitted(JobSpec const& spec, Partition const& partition, Diagnostics& notes);

/// The mean draw of each accelerator: what the scenario says, or idle and training draw by the share
/// of the time that the job computes.
Watts device_draw(NodePower const& power, double utilisation, std::optional<Watts> known);

/// When the site's robot ends the job for leaving its accelerators idle, as time since the start;
/// nothing when it leaves the job alone.
std::optional<Duration>
idle_end_of(SiteRules const& rules, JobSpec const& spec, Partition const& partition, Watts draw);

/// Why the job's limit cannot be lengthened while it runs, as CS0203 or CS0110; nothing when it can, or
/// none is asked for.
std::optional<Diagnostic>
refused_extension(System const& system, JobSpec const& spec, bool under_slurm);

}  // namespace clustersim
