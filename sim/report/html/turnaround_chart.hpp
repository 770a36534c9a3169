// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/html/report_page.hpp"
#include "sim/report/metric_columns.hpp"
#include "sim/report/turnaround_parts.hpp"

#include <optional>
#include <span>
#include <string>

namespace clustersim {

/// Wait + run = turnaround of each row, with its range; `names` are those of the rows. Nothing if no row has a turnaround.
std::optional<BarChart> turnaround_chart(std::span<AnswerRow const> rows,
                                         std::span<std::string const> names,
                                         TurnaroundOf of);

}  // namespace clustersim
