// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/stats/feature_table.hpp"
#include "sim/study/waits/number_of_name.hpp"
#include "sim/study/waits/wait_cases.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// A job of a log or of a queue.
struct NamedJob {
    std::int64_t id = 0;  ///< 0: not known
    Instant submit;
    Instant start = Instant::never();  ///< never(): it waits
    Instant end = Instant::never();    ///< never(): it waits or runs
    double size = 1.0;
    std::optional<Seconds> limit;
    std::string user, queue;
    bool gpu = false;
    bool learned = true;  ///< false: others see it in the queue, but nothing is learned from it
};

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
