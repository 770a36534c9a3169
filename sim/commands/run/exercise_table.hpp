// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/table.hpp"
#include "sim/study/expectation.hpp"
#include "sim/study/study.hpp"

#include <vector>

namespace clustersim {

/// What the conditions of an exercise are about and the table of its study does not show, one row for each job and
/// variant; no rows if that table shows everything.
Table exercise_table(Study const& study, std::vector<Expectation> const& expectations);

}  // namespace clustersim
