// SPDX-License-Identifier: Apache-2.0
#include "sim/study/placed_answer.hpp"

#include "sim/scenario/job_costs.hpp"
#include "sim/stats/quantile.hpp"
#include "sim/study/preempted_runs.hpp"
#include "sim/study/short_limits.hpp"
#include "sim/study/starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

using Runs = std::vector<std::shared_ptr<TrainingRun const>>;

/// Replicates differ a little by their nodes alone: a spread below a hundredth is no tail.
Elbow visible_elbow(std::vector<Duration> const& ascending) {
    if (ascending.back() < ascending.front() * 1.01) return {1.0, ascending.back()};
    return elbow_of(ascending);
}

std::optional<BatchTimes> batches_of(Runs const& runs) {
    BatchTimes times;
    double replicates = 0.0;
    for (auto const& run : runs) {
        if (run->batches.batches.empty()) continue;
        times.quiet += run->batches.quiet;
        replicates += 1.0;
        std::ranges::copy(run->batches.batches, std::back_inserter(times.ascending));
    }
    if (replicates == 0.0) return std::nullopt;
    times.quiet = times.quiet / replicates;
    std::ranges::sort(times.ascending);
    times.elbow = visible_elbow(times.ascending);
    return times;
}

/// The end of the range at which a share of the runs lies.
template <auto Member>
Duration range_end(Runs const& runs, double share) {
    std::vector<double> ends;
    for (auto const& run : runs) ends.push_back((run->held.*Member).si());
    std::ranges::sort(ends);
    return seconds(quantile(ends, share));
}

/// If two are in the middle, the later one.
std::shared_ptr<TrainingRun const> median_run(Runs runs) {
    std::ranges::stable_sort(runs, {}, [](auto const& run) { return run->held.value; });
    return runs[runs.size() / 2];
}

void warn_cut(JobOutcome const& outcome,
              std::ptrdiff_t cut,
              ResolvedRun const& run,
              Diagnostics& warnings) {
    Diagnostic d = problem(Code::over_limit,
                           fmt::format("job \"{}\"{}{} was ended at its limit in {}: it ran longer "
                                       "on the nodes that it got than "
                                       "on a typical placement",
                                       outcome.job,
                                       run.variant.settings.empty() ? "" : " at ",
                                       run.variant.label(),
                                       of_samples(outcome, cut)));
    d.severity = Severity::warning;
    warnings.add(std::move(d));
}

/// Speed, run time and cost on the nodes that the replicates got.
void settle_placed(JobOutcome& outcome,
                   Runs const& runs,
                   ResolvedJob const& job,
                   ResolvedRun const& run,
                   Diagnostics& warnings) {
    bool const typical_cut = outcome.times_out;
    auto const middle = median_run(runs);
    Duration const limit =
        (outcome.walltime + job.spec.extended_time.value_or(Seconds{})).duration();
    outcome.training = middle->prediction;
    outcome.training_share = middle->prediction.runtime.value / middle->held.value;
    outcome.times_out = middle->held.value > limit;
    outcome.runtime = {std::min(middle->held.value, limit),
                       std::min(range_end<&Estimate<Duration>::low>(runs, 0.05), limit),
                       std::min(range_end<&Estimate<Duration>::high>(runs, 0.95), limit)};
    outcome.batches = batches_of(runs);
    add_costs(outcome, job, run);
    auto const cut = std::ranges::count_if(outcome.samples,
                                           [](QueueSample const& sample) { return sample.cut; });
    if (cut > 0 && !typical_cut) warn_cut(outcome, cut, run, warnings);
}

Runs runs_of(JobOutcome const& outcome) {
    Runs runs;
    for (QueueSample const& sample : outcome.samples)
        if (sample.run != nullptr) runs.push_back(sample.run);
    return runs;
}

}  // namespace

std::shared_ptr<TrainingRun const> median_training_run(JobOutcome const& outcome) {
    Runs runs = runs_of(outcome);
    return runs.empty() ? nullptr : median_run(std::move(runs));
}

void settle_runs(JobOutcome& outcome,
                 ResolvedJob const& job,
                 ResolvedRun const& run,
                 Diagnostics& warnings) {
    bool const typical_cut = outcome.times_out;
    Seconds const known = round_up(outcome.runtime.value);
    Seconds const extended = job.spec.extended_time.value_or(Seconds{});
    for (QueueSample& sample : outcome.samples) {
        Seconds const end =
            std::min(sample.limit.value_or(outcome.walltime), outcome.walltime) + extended;
        Seconds const runs_for = sample.run != nullptr ? sample.run->run_time : known;
        sample.held = std::min(runs_for, end);
        sample.cut = runs_for > end || (sample.run == nullptr && typical_cut);
        follow_runs(sample);
        if (sample.run != nullptr) warnings.append_unsaid(sample.run->problems);
    }
    if (Runs const runs = runs_of(outcome); !runs.empty())
        settle_placed(outcome, runs, job, run, warnings);
    settle_short_limits(outcome, job, run, warnings);
    settle_preemption(outcome, job, run, warnings);
}

}  // namespace clustersim
