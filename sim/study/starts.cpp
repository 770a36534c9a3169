// SPDX-License-Identifier: Apache-2.0
#include "sim/study/starts.hpp"

#include "sim/core/human.hpp"
#include "sim/stats/quantile.hpp"
#include "sim/study/horizons.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace clustersim {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

std::optional<Duration> if_finite(double value) {
    return std::isfinite(value) ? std::optional(seconds(value)) : std::nullopt;
}

/// The time of each task, in seconds; infinite for a task without it.
template <class Of>
std::vector<double> times_of(std::span<QueueSample const> samples, Of of) {
    std::vector<double> times;
    for (QueueSample const& sample : samples) {
        std::optional<Seconds> const time = of(sample);
        times.push_back(time ? static_cast<double>(time->count) : infinite);
    }
    return times;
}

/// The middle one of several tasks; with an even number the mean of two.
double middle_of(std::vector<double> times) {
    std::ranges::sort(times);
    double const middle = median(times);
    // Between two infinite times there is no number.
    return std::isnan(middle) ? infinite : middle;
}

/// One value of each replicate, from the times of its tasks.
template <class Of, class Reduce>
std::vector<double>
by_replicate(std::span<QueueSample const> samples, int tasks, Of of, Reduce reduce) {
    std::vector<double> values;
    auto const step = static_cast<std::size_t>(tasks);
    for (std::size_t first = 0; first + step <= samples.size(); first += step)
        values.push_back(reduce(times_of(samples.subspan(first, step), of)));
    return values;
}

std::optional<Seconds> wait_of(QueueSample const& sample) {
    return sample.has_started() ? std::optional(sample.wait()) : std::nullopt;
}

}  // namespace

SampleRange range_of(std::vector<double> values) {
    std::ranges::sort(values);
    if (values.empty()) return {};
    return {if_finite(median(values)),
            if_finite(nearest_rank(values, 0.05)),
            if_finite(nearest_rank(values, 0.95))};
}

std::optional<Seconds> QueueSample::turnaround() const {
    if (!has_started()) return std::nullopt;
    if (!course) return wait() + held;
    if (!course->over() || course->end == CourseEnd::cancelled) return std::nullopt;
    // A single run takes the predicted time; Slurm needs a few more seconds to end a job at its limit.
    if (course->runs.size() == 1 && course->runs.front().suspended == Seconds{})
        return wait() + held;
    return course->runs.back().ended - submitted;
}

Starts starts_of(JobOutcome const& outcome) {
    Starts starts;
    starts.replicates = static_cast<std::int64_t>(outcome.replicates());
    starts.started = starts.replicates;
    std::vector<std::string> seen;
    auto const tasks = static_cast<std::size_t>(outcome.tasks);
    std::size_t last_counted = outcome.samples.size();
    starts.given_up = true;
    for (std::size_t i = 0; i < outcome.samples.size(); ++i) {
        QueueSample const& sample = outcome.samples[i];
        if (sample.has_started()) continue;
        starts.given_up = starts.given_up && sample.given_up;
        if (i / tasks != last_counted) --starts.started;
        last_counted = i / tasks;
        std::string const reason = sample.reason.empty() ? "reason unknown" : sample.reason;
        if (std::ranges::find(seen, reason) != seen.end()) continue;
        starts.reasons += (seen.empty() ? "" : "; ") + reason;
        seen.push_back(reason);
    }
    starts.given_up = starts.given_up && !starts.always_started();
    return starts;
}

std::string over_longest_wait() {
    return "over " + human(longest_wait.span().duration());
}

std::string never_started_text(Starts const& starts) {
    return fmt::format("never started in {} of {} replicates ({})",
                       starts.never_started() ? "any" : fmt::format("{}", starts.never()),
                       starts.replicates,
                       starts.reasons);
}

std::vector<double> replicate_waits(std::span<QueueSample const> samples, int tasks) {
    return by_replicate(samples, tasks, wait_of, middle_of);
}

SampleRange wait_range(std::span<QueueSample const> samples, int tasks) {
    return range_of(replicate_waits(samples, tasks));
}

SampleRange eligible_wait_range(std::span<QueueSample const> samples, int tasks) {
    auto const wait = [](QueueSample const& sample) -> std::optional<Seconds> {
        if (!sample.has_started()) return std::nullopt;
        return *sample.started - sample.eligible_since();
    };
    return range_of(by_replicate(samples, tasks, wait, middle_of));
}

SampleRange first_start_range(std::span<QueueSample const> samples, int tasks) {
    return range_of(by_replicate(
        samples,
        tasks,
        wait_of,
        [](std::vector<double> const& times) { return *std::ranges::min_element(times); }));
}

std::string of_samples(JobOutcome const& outcome, std::int64_t count) {
    if (outcome.tasks == 1)
        return fmt::format("{} of {} replicates", count, outcome.samples.size());
    return fmt::format(
        "{} of {} tasks in {} replicates", count, outcome.samples.size(), outcome.replicates());
}

}  // namespace clustersim
