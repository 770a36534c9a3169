// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/table.hpp"
#include "sim/study/study.hpp"

namespace clustersim {

/// Staging and loading of the jobs that have a dataset, and waiting for uneven devices; no rows without.
Table input_table(Study const& study);

/// Runs over several submissions: checkpoints, failures, calendar time, cost; no rows without.
Table campaign_table(Study const& study);

/// One line for each of these tables that says what its columns mean.
std::string long_run_notes(Study const& study);

}  // namespace clustersim
