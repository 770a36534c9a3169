// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/metric_columns.hpp"

#include <span>
#include <string>

namespace clustersim {

/// The plans that were searched (`plan: auto`), a line for each row; empty if none was.
std::string plan_notes(std::span<AnswerRow const> rows);
/// Of these the assumed software, and faster plans than those that were asked for.
std::string short_plan_notes(std::span<AnswerRow const> rows);

}  // namespace clustersim
