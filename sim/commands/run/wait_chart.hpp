// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/html/report_page.hpp"
#include "sim/study/study.hpp"

namespace clustersim {

/// The priority of the study's jobs over time and the reasons for which they were pending, each in the replicate with
/// its median wait. Nothing if no job waited, or the scheduler gives no reasons.
void add_priority_section(ReportPage& page, Study const& study);

}  // namespace clustersim
