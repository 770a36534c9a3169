// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "tests/conformance/player/workload.hpp"

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace clustersim::slurm::conformance {

/// What keeps a description from being read: values of the wrong kind, missing names (CS0105, CS0104); keys that
/// the format does not have are warnings.
Diagnostics check_cluster(nlohmann::json const& cluster);

/// The same for the rows of jobs.csv, as they stand under its header.
Diagnostics check_jobs(std::vector<CsvRow> const& rows);

}  // namespace clustersim::slurm::conformance
