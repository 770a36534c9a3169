// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/table.hpp"
#include "sim/study/step.hpp"

#include <span>

namespace clustersim {

/// Whether several plans are compared on one count of nodes.
bool compares_plans(std::span<StepPoint const> points);

/// One row for each plan, named by the parts in which the plans differ: what a reader compares. `points` are at least one.
Table step_sweep_table(std::span<StepPoint const> points);

}  // namespace clustersim
