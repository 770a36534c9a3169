// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/job_cases.hpp"

#include "sim/history/waits/queue_history.hpp"
#include "sim/history/waits/simulated_columns.hpp"

namespace clustersim {
namespace {

constexpr std::int64_t day_s = 86400;

std::int64_t day_of(Instant t) {
    return t.since_origin / day_s;
}

std::vector<WaitBlock> days_of(std::vector<WaitCase> const& cases) {
    std::vector<WaitBlock> blocks;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (i == 0 || day_of(cases[i].at) != day_of(cases[i - 1].at))
            blocks.push_back({Instant{day_of(cases[i].at) * day_s}, i, i});
        blocks.back().to = i + 1;
    }
    return blocks;
}

}  // namespace

std::vector<FeatureColumn> job_feature_columns() {
    auto columns = queue_feature_columns();
    auto const simulated = simulated_feature_columns();
    columns.insert(columns.end(), simulated.begin(), simulated.end());
    return columns;
}

std::optional<FeatureTable> features_of(Past const& past,
                                        WaitNames& names,
                                        LearningOptions const& options,
                                        std::optional<std::size_t> asked) {
    auto const history = queue_features(past, names);
    auto const simulated = simulated_columns(past, history, options, asked);
    if (!simulated) return std::nullopt;
    return history.joined(*simulated);
}

WaitCase case_of(PastJob const& job, Past const& past, WaitNames& names) {
    return {.at = job.submit,
            .start = job.start,
            .queue = names.queue(past.queue_of(job)),
            .user = names.user(past.user_of(job)),
            .size = job_size_class(static_cast<double>(job.size())),
            .limit = walltime_class(job.limit),
            .gpu = job.gpus.value_or(0) > 0};
}

WaitCases cases_of(Past const& past,
                   FeatureTable const& features,
                   WaitNames& names,
                   std::optional<std::size_t> asked) {
    WaitCases out;
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < past.jobs.size(); ++i) {
        if (i == asked || past.jobs[i].submit > past.known_until) continue;
        rows.push_back(i);
        out.cases.push_back(case_of(past.jobs[i], past, names));
    }
    out.features = features.selected(rows);
    out.blocks = days_of(out.cases);
    return out;
}

}  // namespace clustersim
