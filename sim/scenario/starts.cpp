// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/starts.hpp"

#include "sim/stats/quantile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// Nothing where the quantile lies on or next to a value that is infinite.
std::optional<Duration> finite_quantile(std::vector<double> values, double share) {
    if (values.empty()) return std::nullopt;
    std::ranges::sort(values);
    double const value = quantile(values, share);
    return std::isfinite(value) ? std::optional(seconds(value)) : std::nullopt;
}

}  // namespace

std::optional<Seconds> QueueSample::turnaround() const {
    if (!has_started()) return std::nullopt;
    if (!course) return wait() + held;
    if (!course->over() || course->end == CourseEnd::cancelled) return std::nullopt;
    // A single run is as long as predicted; Slurm takes some seconds more to end it at its limit.
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

std::optional<Duration> wait_quantile(std::span<QueueSample const> samples, double share) {
    std::vector<double> waits;
    for (QueueSample const& sample : samples)
        waits.push_back(sample.has_started() ? static_cast<double>(sample.wait().count) : infinite);
    return finite_quantile(std::move(waits), share);
}

std::optional<Duration> turnaround_quantile(std::span<QueueSample const> samples, double share) {
    std::vector<double> times;
    for (QueueSample const& sample : samples) {
        auto const time = sample.turnaround();
        times.push_back(time ? static_cast<double>(time->count) : infinite);
    }
    return finite_quantile(std::move(times), share);
}

}  // namespace clustersim
