// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "tests/conformance/player/workload.hpp"

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace clustersim::slurm::conformance {

/// Finds the errors of a description: values of the wrong kind, missing names (CS0105, CS0104).
/// Unknown keys are warnings.
Diagnostics check_cluster(nlohmann::json const& cluster);

/// The same for the rows of jobs.csv, with the columns of its header.
Diagnostics check_jobs(std::vector<CsvRow> const& rows);

}  // namespace clustersim::slurm::conformance
