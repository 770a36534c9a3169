// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/table.hpp"
#include "sim/study/study.hpp"

namespace clustersim {

/// Staging and loading of jobs with a dataset, and waits for slower devices. No rows if no job has either.
Table input_table(Study const& study);

/// Runs over several submissions: checkpoints, failures, calendar time, cost. No rows if there are none.
Table campaign_table(Study const& study);

/// One line for each of these tables that explains its columns.
std::string long_run_notes(Study const& study);

}  // namespace clustersim
