// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/html/report_page.hpp"
#include "sim/study/study.hpp"

namespace clustersim {

/// The operators of each job's application under the ceilings of its devices; nothing if none are known.
void add_roofline_section(ReportPage& page, Study const& study);

}  // namespace clustersim
