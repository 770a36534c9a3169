// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/random_stream.hpp"
#include "sim/history/waits/job_cases.hpp"
#include "sim/history/waits/learned_trees.hpp"
#include "sim/history/waits/queue_history.hpp"
#include "sim/history/waits/simulated_columns.hpp"
#include "sim/history/waits/wait_cases.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace clustersim {

inline constexpr std::int64_t day_s = 86'400;

/// Jobs of `days` days, 40 a day, whose waits grow with their size.
inline Past synthetic_jobs(std::int64_t days) {
    RandomStream random(7, "waits");
    Past past;
    past.queues.number("0");
    for (std::int64_t i = 0; i < days * 40; ++i) {
        PastJob job;
        job.submit = Instant{i * day_s / 40};
        job.nodes = std::int32_t{1} << random.uniform_int(8);
        job.limit = Seconds{3600 * static_cast<std::int64_t>(1 + random.uniform_int(24))};
        job.user = past.users.number(std::to_string(random.uniform_int(5)));
        double const wait = 60.0 * job.size() * std::exp(0.5 * random.normal());
        job.start = job.submit + Seconds{static_cast<std::int64_t>(wait)};
        job.end = job.start + Seconds{1800};
        past.jobs.push_back(job);
    }
    return past;
}

/// Fits that take a fraction of a second.
inline LearningOptions quick_fits(unsigned workers = 1) {
    LearningOptions options;
    options.trees.rounds = 40;
    options.trees.learning_rate = 0.2;
    options.seeds = {1, 2};
    options.work.workers = workers;
    return options;
}

/// All columns of the jobs; none is simulated.
inline FeatureTable unsimulated_features(Past const& past, WaitNames& names) {
    FeatureTable none(simulated_feature_columns());
    std::vector<double> const missing(none.columns().size(),
                                      std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = 0; i < past.jobs.size(); ++i) none.add_row(missing);
    return queue_features(past, names).joined(none);
}

/// One case for each job; a block is a day.
inline WaitCases cases_of_jobs(Past const& past) {
    WaitCases out;
    WaitNames names;
    out.features = unsimulated_features(past, names);
    for (PastJob const& job : past.jobs) {
        std::int64_t const day = job.submit.since_origin / day_s;
        if (out.blocks.empty() || out.blocks.back().known_until.since_origin / day_s != day)
            out.blocks.push_back({Instant{day * day_s}, out.cases.size(), out.cases.size()});
        out.cases.push_back(case_of(job, past, names));
        out.blocks.back().to = out.cases.size();
    }
    return out;
}

}  // namespace clustersim
