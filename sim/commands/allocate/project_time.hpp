// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/allocate/planned_project.hpp"
#include "sim/report/table.hpp"
#include "sim/report/turnaround_parts.hpp"

#include <string>

namespace clustersim {

/// Whether the median time of a project means something: the waits in it rest on eight replicates or more, and the
/// interval of their medians (95 %) changes the time by a factor of two at most.
bool knows_median_time(PlannedProject const& one);

/// "10 d 4 h"; without such a median, from the time on the nodes to the time in which 95 % of the projects end.
std::string project_time_text(PlannedProject const& one);

/// Waits and time on the nodes of a project, with its upper end. The order of its stages is lost, and pauses before their earliest
/// begin are left out.
TurnaroundParts project_parts(PlannedProject const& one);

/// Machines with bars of wait + run; no rows for a single machine.
Table project_bars(Allocations const& found, bool utf8);

}  // namespace clustersim
