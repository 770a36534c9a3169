// SPDX-License-Identifier: Apache-2.0
#include "sim/study/starts.hpp"

#include "sim/stats/quantile.hpp"

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

template <class Of>
SampleRange range_of(std::span<QueueSample const> samples, Of of) {
    std::vector<double> times;
    for (QueueSample const& sample : samples) {
        std::optional<Seconds> const time = of(sample);
        times.push_back(time ? static_cast<double>(time->count) : infinite);
    }
    std::ranges::sort(times);
    if (times.empty()) return {};
    return {if_finite(median(times)),
            if_finite(nearest_rank(times, 0.05)),
            if_finite(nearest_rank(times, 0.95))};
}

}  // namespace

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
    std::vector<std::string> seen;
    for (QueueSample const& sample : outcome.samples) {
        ++starts.replicates;
        if (sample.has_started()) {
            ++starts.started;
            continue;
        }
        std::string const reason = sample.reason.empty() ? "reason unknown" : sample.reason;
        if (std::ranges::find(seen, reason) != seen.end()) continue;
        starts.reasons += (seen.empty() ? "" : "; ") + reason;
        seen.push_back(reason);
    }
    return starts;
}

std::string never_started_text(Starts const& starts) {
    return fmt::format("never started in {} of {} replicates ({})",
                       starts.never_started() ? "any" : fmt::format("{}", starts.never()),
                       starts.replicates,
                       starts.reasons);
}

SampleRange wait_range(std::span<QueueSample const> samples) {
    return range_of(
        samples,
        [](QueueSample const& sample) {
            return sample.has_started() ? std::optional(sample.wait()) : std::nullopt;
        });
}

SampleRange turnaround_range(std::span<QueueSample const> samples) {
    return range_of(
        samples, [](QueueSample const& sample) { return sample.turnaround(); });
}

}  // namespace clustersim
