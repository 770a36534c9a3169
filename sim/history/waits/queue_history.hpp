// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/past_job.hpp"
#include "sim/history/waits/number_of_name.hpp"
#include "sim/stats/feature_table.hpp"

#include <vector>

namespace clustersim {

/// The columns of queue_features().
std::vector<FeatureColumn> queue_feature_columns();

/// What a user could know of the queue when submitting: one row for each job, from submissions, starts and ends that
/// are strictly earlier, and from the jobs of the same second that come before it. Waiting and running jobs count with
/// size and requested walltime; run times of jobs that have not ended are not used. No job starts before its submission
/// or ends before its start.
FeatureTable queue_features(Past const& past, WaitNames& names);

}  // namespace clustersim
