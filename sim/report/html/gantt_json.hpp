// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/html/report_page.hpp"

#include <nlohmann/json_fwd.hpp>

namespace clustersim {

/// Lanes, jobs and the study's own jobs as a JSON object. A column that says nothing, such as the users of a trace
/// without users, is left out.
nlohmann::ordered_json gantt_json(GanttChart const& chart);

}  // namespace clustersim
