// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/random_stream.hpp"
#include "sim/history/waits/learned_trees.hpp"
#include "sim/history/waits/queue_history.hpp"
#include "sim/history/waits/simulated_columns.hpp"
#include "sim/history/waits/wait_cases.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace clustersim {

inline constexpr std::int64_t day_s = 86'400;

/// Jobs of `days` days, 40 a day, whose waits grow with their size.
inline std::vector<StartedJob> synthetic_jobs(std::int64_t days) {
    RandomStream random(7, "waits");
    std::vector<StartedJob> jobs;
    for (std::int64_t i = 0; i < days * 40; ++i) {
        StartedJob job;
        job.submit = Instant{i * day_s / 40};
        job.size = static_cast<double>(std::uint64_t{1} << random.uniform_int(8));
        job.limit = Seconds{3600 * static_cast<std::int64_t>(1 + random.uniform_int(24))};
        job.user = static_cast<std::uint32_t>(random.uniform_int(5));
        double const wait = 60.0 * job.size * std::exp(0.5 * random.normal());
        job.start = job.submit + Seconds{static_cast<std::int64_t>(wait)};
        job.end = job.start + Seconds{1800};
        jobs.push_back(job);
    }
    return jobs;
}

/// Fits that take a fraction of a second.
inline LearningOptions quick_fits(unsigned workers = 1) {
    LearningOptions options;
    options.trees.rounds = 40;
    options.trees.learning_rate = 0.2;
    options.seeds = {1, 2};
    options.workers = workers;
    return options;
}

/// All columns of the jobs; none is simulated.
inline FeatureTable unsimulated_features(std::vector<StartedJob> const& jobs) {
    FeatureTable none(simulated_feature_columns());
    std::vector<double> const missing(none.columns().size(),
                                      std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = 0; i < jobs.size(); ++i) none.add_row(missing);
    return queue_features(jobs).joined(none);
}

/// One case for each job; a block is a day.
inline WaitCases cases_of_jobs(std::vector<StartedJob> const& jobs) {
    WaitCases out;
    out.features = unsimulated_features(jobs);
    for (StartedJob const& job : jobs) {
        std::int64_t const day = job.submit.since_origin / day_s;
        if (out.blocks.empty() || out.blocks.back().known_until.since_origin / day_s != day)
            out.blocks.push_back({Instant{day * day_s}, out.cases.size(), out.cases.size()});
        out.cases.push_back({.at = job.submit,
                             .start = job.start,
                             .queue = job.queue,
                             .user = job.user,
                             .size = job_size_class(job.size),
                             .limit = walltime_class(job.limit)});
        out.blocks.back().to = out.cases.size();
    }
    return out;
}

}  // namespace clustersim
