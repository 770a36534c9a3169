// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/stats/feature_table.hpp"

#include <vector>

namespace clustersim {

/// The optional columns of a table of snapshots that say what was known at its instant, with their known effect on the
/// wait: more requested work above a job in the queue can only delay it, a larger fair share can only bring it forward.
/// The sums over all running jobs (r_jobs, r_cores, ...) are not among them: they have one value at each instant, so
/// trees would learn by them which instant it was.
std::vector<FeatureColumn> optional_noon_columns();

}  // namespace clustersim
