// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/allocate/planned_project.hpp"
#include "sim/report/table.hpp"

#include <string>

namespace clustersim {

/// A line for each rule of the machine's access mode that the plan keeps or that stays open, and when to apply. Broken rules are
/// shortfalls.
std::string rules_lines(PlannedProject const& one);

/// The table of a proof of scaling: nodes, time, speed-up, efficiency.
Table scaling_table(ScalingTable const& scaling);

/// "Stage train on the same input, predicted (time of a step):"
std::string scaling_title(ScalingTable const& scaling);

/// The paragraph of a proposal on the access mode: who may have it, when to apply, each rule that is not
/// broken and what the plan does. Empty: no mode carries the project.
std::string access_paragraph(PlannedProject const& one);

}  // namespace clustersim
