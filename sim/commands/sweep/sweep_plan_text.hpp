// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/sweep/sweep_plan.hpp"
#include "sim/report/format.hpp"

#include <string>

namespace clustersim {

/// What a sweep needs on a machine: a line for each width of the job array, the one that ends first, and the command
/// that submits it.
std::string sweep_plan_text(SweepPlanQuestion const& question,
                            SweepPlan const& plan,
                            std::string const& scenario,
                            Format format);

}  // namespace clustersim
