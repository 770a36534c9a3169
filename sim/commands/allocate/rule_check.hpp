// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/site_rules.hpp"
#include "sim/commands/allocate/planned_project.hpp"
#include "sim/commands/allocate/scaling_proof.hpp"
#include "sim/core/date.hpp"

#include <optional>
#include <vector>

namespace clustersim {

/// What the rules refer to besides the plan.
struct RuleGround {
    Date start;
    std::optional<MonthlyQuota> monthly_quota;
    ScalingOf const& scaling;
};

/// Holds a plan against the rules of its access mode, which it has, and against the site's monthly quota. `ground.scaling` may be empty: no
/// proof can be predicted then.
///
/// Equations. Used after a time t: need x (node-hours of the plan until t / all node-hours) / grant, where a stage uses its node-hours
/// evenly between its median begin and end. After a cut, min(1 - used, cut_to) of the grant is left for the rest of the plan.
/// Domain: the grant begins on the first day of the project; a new grant that would move a date is not known.
std::vector<RuleCheck>
check_rules(Project const& project, PlannedProject const& one, RuleGround const& ground);

/// The months of the grant: those of the project, else the shortest of the mode that is as long as the plan.
int granted_months(Project const& project, PlannedProject const& one);

}  // namespace clustersim
