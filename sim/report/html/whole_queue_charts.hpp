// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/html/report_page.hpp"
#include "sim/study/study.hpp"

namespace clustersim {

/// Mean waits and slowdowns of all jobs of the observed queues; nothing if none was observed.
void add_whole_queue_section(ReportPage& page, Study const& study);

/// Differences of the other runs from the first one; nothing if the study does not show them.
void add_change_section(ReportPage& page, Study const& study);

}  // namespace clustersim
