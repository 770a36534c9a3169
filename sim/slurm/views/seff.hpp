// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/controller/snapshot.hpp"

#include <string>

namespace clustersim::slurm {

/// Prints how well a job ("12" or "10_2") used its allocation, in the layout of seff (spec 11.7).
/// Resource use that is not simulated is reported as such. Fails if there is no such job.
Result<std::string> seff_text(Snapshot const& snapshot, std::string const& job);

}  // namespace clustersim::slurm
