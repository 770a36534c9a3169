// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/html/report_page.hpp"
#include "sim/study/study.hpp"

namespace clustersim {

/// Adds curves over the number of nodes with their ranges, if a job was tried on several; the parts of a step, memory
/// by purpose and the distribution of batch times, of those jobs that have them; cost and energy by row.
void add_study_charts(ReportPage& page, Study const& study);

}  // namespace clustersim
