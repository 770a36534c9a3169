// SPDX-License-Identifier: Apache-2.0
//
// The range of the time until a job is done, and where it comes from.
//
// Equation. T = w + f h, where w is a replicate's wait, h the time on the nodes, and f the run time
// over its prediction, the same in all replicates; the range of the prediction is its 5 and 95 %
// quantiles. The quantiles of T are those of all pairs of a replicate and a value of f at 5, 10, …,
// 95 % of its distribution.
// Source. The two are independent: the queue knows only the requested walltime. What the model gets wrong,
// it gets wrong in all replicates.
// Domain. Other jobs do not start earlier because this one ends earlier.
#include "sim/study/turnaround.hpp"

#include "sim/stats/quantile.hpp"
#include "sim/stats/two_piece_normal.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace clustersim {
namespace {

/// The 5, 10, …, 95 % quantiles: the nearest ranks of 5 and 95 % are then the first and the last.
constexpr int model_values = 19;
constexpr double never = std::numeric_limits<double>::infinity();

using Reduce = std::function<double(std::vector<double> const&)>;

double middle_of_tasks(std::vector<double> const& times) {
    double const middle = median(sorted(times));
    return std::isnan(middle) ? never : middle;  // between two infinite times
}

double last_of_tasks(std::vector<double> const& times) {
    return *std::ranges::max_element(times);
}

bool model_varies(JobOutcome const& outcome) {
    Estimate<Duration> const& time = outcome.runtime;
    return time.high > time.low && time.value > Duration{} && !outcome.preemption;
}

/// Values of the run time over its prediction, for equal shares of its distribution.
std::vector<double> factors_of(JobOutcome const& outcome) {
    if (!model_varies(outcome)) return {1.0};
    Estimate<Duration> const& time = outcome.runtime;
    TwoPieceNormal const model{time.low / time.value, 1.0, time.high / time.value};
    std::vector<double> factors;
    for (int i = 0; i < model_values; ++i)
        factors.push_back(model.quantile((i + 1.0) / (model_values + 1.0)));
    return factors;
}

double time_of(QueueSample const& sample, double factor, Seconds walltime) {
    auto const time = sample.turnaround();
    if (!time) return never;
    double const held = static_cast<double>(sample.held.count);
    double const longest = std::max(held, static_cast<double>(walltime.count));
    return static_cast<double>(time->count) - held + std::min(held * factor, longest);
}

/// One value of each replicate.
std::vector<double>
replicate_times(JobOutcome const& outcome, double factor, Reduce const& reduce) {
    std::vector<double> values;
    auto const tasks = static_cast<std::size_t>(outcome.tasks);
    for (std::size_t first = 0; first + tasks <= outcome.samples.size(); first += tasks) {
        std::vector<double> times;
        for (QueueSample const& sample : std::span(outcome.samples).subspan(first, tasks))
            times.push_back(time_of(sample, factor, outcome.walltime));
        values.push_back(reduce(times));
    }
    return values;
}

std::optional<Duration> finite(double value) {
    return std::isfinite(value) ? std::optional(seconds(value)) : std::nullopt;
}

SampleRange range_of_times(JobOutcome const& outcome, Varying varying, Reduce const& reduce) {
    std::vector<double> const central = sorted(replicate_times(outcome, 1.0, reduce));
    if (central.empty()) return {};
    std::vector<double> all;
    for (double const factor : varying.model ? factors_of(outcome) : std::vector{1.0}) {
        std::vector<double> const times = replicate_times(outcome, factor, reduce);
        if (varying.queue)
            all.insert(all.end(), times.begin(), times.end());
        else
            all.push_back(middle_of_tasks(times));
    }
    std::ranges::sort(all);
    return {
        finite(median(central)), finite(nearest_rank(all, 0.05)), finite(nearest_rank(all, 0.95))};
}

std::optional<Duration> width(SampleRange const& range) {
    if (!range.low || !range.high) return std::nullopt;
    return *range.high - *range.low;
}

}  // namespace

SampleRange turnaround_range(JobOutcome const& outcome, Varying varying) {
    return range_of_times(outcome, varying, middle_of_tasks);
}

std::optional<Duration> whole_turnaround(JobOutcome const& outcome, std::size_t sample) {
    QueueSample const& met = outcome.samples[sample];
    if (!outcome.campaign) {
        auto const time = met.turnaround();
        return time ? std::optional(time->duration()) : std::nullopt;
    }
    if (!outcome.campaign_result || !met.has_started()) return std::nullopt;
    std::vector<Duration> const& calendars = outcome.campaign_result->forecast.calendars;
    // A sequence that fills [0, 1) evenly from its first numbers on, so that even three replicates
    // span the forecast.
    constexpr double golden_ratio = 1.618033988749895;
    double whole = 0.0;
    double const share = std::modf(static_cast<double>(sample + 1) * golden_ratio, &whole);
    auto const drawn = static_cast<std::size_t>(share * static_cast<double>(calendars.size()));
    return (met.eligible_since() - met.submitted).duration() + calendars[drawn];
}

std::vector<double> last_ends(JobOutcome const& outcome) {
    std::vector<double> ends(outcome.replicates(), 0.0);
    for (std::size_t i = 0; i < outcome.samples.size(); ++i) {
        auto const time = whole_turnaround(outcome, i);
        double& last = ends[i / static_cast<std::size_t>(outcome.tasks)];
        last = std::max(last, time ? time->si() : never);
    }
    return ends;
}

SampleRange makespan_range(JobOutcome const& outcome) {
    if (outcome.campaign) return range_of(last_ends(outcome));
    return range_of_times(outcome, {}, last_of_tasks);
}

TurnaroundSpread turnaround_spread(JobOutcome const& outcome) {
    if (outcome.campaign) {
        if (!outcome.campaign_result || outcome.samples.empty()) return {};
        CampaignSpread const& spread = outcome.campaign_result->spread;
        return {spread.queue, spread.model, spread.failures};
    }
    TurnaroundSpread spread;
    spread.queue = width(turnaround_range(outcome, {.queue = true, .model = false}));
    if (model_varies(outcome))
        spread.model = width(turnaround_range(outcome, {.queue = false, .model = true}));
    return spread;
}

}  // namespace clustersim
