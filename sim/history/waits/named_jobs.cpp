// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/named_jobs.hpp"

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

std::optional<FeatureTable> features_of(std::span<NamedJob const> jobs,
                                        WaitNames& names,
                                        LearningOptions const& options,
                                        std::optional<std::size_t> asked) {
    std::vector<StartedJob> numbered;
    numbered.reserve(jobs.size());
    for (NamedJob const& job : jobs)
        numbered.push_back({.submit = job.submit,
                            .start = job.start,
                            .end = job.end,
                            .size = job.size,
                            .limit = job.limit,
                            .user = names.user(job.user),
                            .queue = names.queue(job.queue)});
    auto const history = queue_features(numbered);
    auto const simulated = simulated_columns(jobs, history, options, asked);
    if (!simulated) return std::nullopt;
    return history.joined(*simulated);
}

WaitCase case_of(NamedJob const& job, WaitNames& names) {
    return {.at = job.submit,
            .start = job.start,
            .queue = names.queue(job.queue),
            .user = names.user(job.user),
            .size = job_size_class(job.size),
            .limit = walltime_class(job.limit),
            .gpu = job.gpu};
}

WaitCases cases_of(std::span<NamedJob const> jobs, FeatureTable const& features, WaitNames& names) {
    WaitCases out;
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        if (!jobs[i].learned) continue;
        rows.push_back(i);
        out.cases.push_back(case_of(jobs[i], names));
    }
    out.features = features.selected(rows);
    out.blocks = days_of(out.cases);
    return out;
}

}  // namespace clustersim
