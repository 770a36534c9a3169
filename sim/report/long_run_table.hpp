// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/table.hpp"
#include "sim/study/study.hpp"

namespace clustersim {

/// Staging and loading of jobs with a dataset, and waits for slower devices. No rows if no job has either.
Table input_table(Study const& study);

/// Runs over several submissions: checkpoints, failures, calendar time, cost. No rows if there are none.
Table campaign_table(Study const& study);

/// Faster ways to read datasets, and quotas that do not hold them; empty if there are none.
std::string input_notes(Study const& study);
/// A line that explains the columns of the second table.
std::string long_run_notes(Study const& study);

}  // namespace clustersim
