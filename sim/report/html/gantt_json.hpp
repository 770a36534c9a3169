// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/html/report_page.hpp"

#include <string>

namespace clustersim {

/// Lanes, jobs and the study's own jobs as a JSON object. A column that says nothing, such as the users of a trace
/// without users, is left out.
std::string gantt_json(GanttChart const& chart);

}  // namespace clustersim
