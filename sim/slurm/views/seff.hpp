// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/controller/snapshot.hpp"

#include <string>

namespace clustersim::slurm {

/// How well a job ("12" or "10_2") used what it held, in the layout of seff (spec 11.7). Where the
/// simulation does not know what was used it says so. Fails when there is no such job.
Result<std::string> seff_text(Snapshot const& snapshot, std::string const& job);

}  // namespace clustersim::slurm
