// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/past_job.hpp"
#include "sim/history/waits/learned_trees.hpp"
#include "sim/history/waits/number_of_name.hpp"
#include "sim/history/waits/wait_cases.hpp"
#include "sim/stats/feature_table.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace clustersim {

/// The columns of features_of().
std::vector<FeatureColumn> job_feature_columns();

/// What was known of each job at its submission: the request, the queue and past waits (queue_history.hpp), and what a
/// simulation says of the jobs to learn from and of the `asked` one (simulated_columns.hpp). Interrupted: nothing.
std::optional<FeatureTable> features_of(Past const& past,
                                        WaitNames& names,
                                        LearningOptions const& options,
                                        std::optional<std::size_t> asked = {});

/// The forecast of a job at its submission.
WaitCase case_of(PastJob const& job, Past const& past, WaitNames& names);

/// A case for each job to learn from (not for the `asked` one), forecast at its submission; a block
/// is a day of the clock of the jobs. `features` are those of all jobs.
WaitCases cases_of(Past const& past,
                   FeatureTable const& features,
                   WaitNames& names,
                   std::optional<std::size_t> asked = {});

}  // namespace clustersim
