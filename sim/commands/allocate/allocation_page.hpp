// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/allocate/planned_project.hpp"
#include "sim/report/html/report_page.hpp"
#include "sim/scenario/study_inputs.hpp"

namespace clustersim {

/// The report of `allocate`: what to ask for on each machine, its stages over time and its months.
ReportPage allocation_page(Project const& project,
                           Allocations const& found,
                           Date start,
                           StudyInputs const& inputs);

}  // namespace clustersim
