// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/stats/feature_table.hpp"
#include "sim/study/fit/named_job.hpp"
#include "sim/study/waits/number_of_name.hpp"
#include "sim/study/waits/wait_cases.hpp"

#include <span>

namespace clustersim {

/// The numbers of names, which trees learn from.
struct WaitNames {
    NumberOfName user, queue;
};

/// What was known of each job at its submission (queue_history.hpp). `jobs` are by submission.
FeatureTable features_of(std::span<NamedJob const> jobs, WaitNames& names);

/// The forecast of a job at its submission.
WaitCase case_of(NamedJob const& job, WaitNames& names);

/// A case for each job to learn from, forecast at its submission; a block is a day of the clock of the jobs. `features`
/// are those of all jobs.
WaitCases cases_of(std::span<NamedJob const> jobs, FeatureTable const& features, WaitNames& names);

}  // namespace clustersim
