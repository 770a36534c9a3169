// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/metric_columns.hpp"
#include "sim/report/table.hpp"
#include "sim/study/study.hpp"

#include <span>
#include <string>

namespace clustersim {

/// A table with a row for each of `rows`, named in its first column: "train, nodes=8".
Table named_rows(std::string title, std::span<AnswerRow const> rows);

}  // namespace clustersim
