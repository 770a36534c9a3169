// SPDX-License-Identifier: Apache-2.0
#include "sim/study/metric_text.hpp"

#include "sim/core/human.hpp"
#include "sim/study/metric_table.hpp"
#include "sim/study/starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

/// Slurm starts jobs at whole seconds; only the median of two waits has a half one.
double whole_wait(Metric const& metric, double value) {
    bool const instant = metric.form == MetricForm::wait || metric.form == MetricForm::endless;
    return instant ? std::ceil(value) : value;
}

struct TimeRange {
    Duration value, low, high;
};

/// A time with its range, if both ends are known.
std::optional<TimeRange>
metric_range(Metric const& metric, JobOutcome const& outcome, double value) {
    if (metric.low.empty()) return std::nullopt;
    auto const low = metric_named(metric.low).value(outcome);
    auto const high = metric_named(metric.high).value(outcome);
    if (!low || !high) return std::nullopt;
    return TimeRange{seconds(whole_wait(metric, value)), seconds(*low), seconds(*high)};
}

std::string
time_text(Metric const& metric, JobOutcome const& outcome, double value, RangeUnits units) {
    auto const range = metric_range(metric, outcome, value);
    if (!range || range->low == range->high) return human(seconds(whole_wait(metric, value)));
    return human_range(range->value, range->low, range->high, units);
}

/// What is said of a start or end that the replicates do not have.
std::string without_start(JobOutcome const& outcome) {
    return starts_of(outcome).given_up ? over_longest_wait() : "never";
}

/// A range whose ends may be infinite.
std::string endless_text(Metric const& metric, JobOutcome const& outcome, RangeUnits units) {
    auto const value = metric.value(outcome);
    auto const low = metric_named(metric.low).value(outcome);
    auto const high = metric_named(metric.high).value(outcome);
    if (value && low && high) return time_text(metric, outcome, *value, units);
    std::string const without = without_start(outcome);
    if (!value && !low && !high) return without;
    auto const text = [&](std::optional<double> const& time) {
        return time ? human(seconds(*time)) : without;
    };
    return fmt::format("{} ({} – {})", text(value), text(low), text(high));
}

std::optional<std::string>
wait_text(Metric const& metric, JobOutcome const& outcome, RangeUnits units) {
    if (outcome.samples.empty()) return std::nullopt;
    Starts const starts = starts_of(outcome);
    if (starts.never_started()) return without_start(outcome);
    std::string const text = endless_text(metric, outcome, units);
    if (starts.always_started() || starts.given_up) return text;
    return fmt::format(
        "{}, {} of {} replicates never started", text, starts.never(), starts.replicates);
}

std::optional<std::string>
turnaround_text(Metric const& metric, JobOutcome const& outcome, RangeUnits units) {
    if (outcome.samples.empty()) return std::nullopt;
    bool const ends = std::ranges::any_of(
        outcome.samples, [](QueueSample const& sample) { return sample.turnaround().has_value(); });
    if (!ends) return without_start(outcome);
    // A job that does not always start has no forecast of its whole run.
    if (outcome.campaign && !outcome.campaign_result) return "unknown";
    return endless_text(metric, outcome, units);
}

std::string run_time_text(JobOutcome const& outcome, RangeUnits units) {
    Estimate<Duration> const& time = outcome.runtime;
    return human_range(time.value, time.low, time.high, units) +
           (outcome.times_out ? " killed" : "");
}

}  // namespace

std::string mass_text(double grams) {
    if (grams >= 1e6) return human_number(grams / 1e6) + " t";
    return grams >= 1e3 ? human_number(grams / 1e3) + " kg" : human_number(grams) + " g";
}

std::string unit_at_site(Metric const& metric, JobOutcome const& outcome) {
    switch (metric.form) {
        case MetricForm::charge: return outcome.bill.unit;
        case MetricForm::devices: return outcome.bill.device;
        case MetricForm::device_hours: return outcome.bill.device + "-h";
        default: return {};
    }
}

bool reads_in_one_unit(Metric const& metric, JobOutcome const& outcome) {
    auto const value = metric.value(outcome);
    auto const range = value ? metric_range(metric, outcome, *value) : std::nullopt;
    bool const times = metric.dimension() == Dimension::time;
    return !times || !range || reads_in_one_unit(range->value, range->low, range->high);
}

std::optional<std::string>
metric_text(Metric const& metric, JobOutcome const& outcome, RangeUnits units) {
    if (metric.form == MetricForm::wait) return wait_text(metric, outcome, units);
    if (metric.form == MetricForm::turnaround) return turnaround_text(metric, outcome, units);
    if (metric.form == MetricForm::endless) {
        bool const applies = metric.has(outcome) && !outcome.samples.empty();
        return applies ? std::optional(endless_text(metric, outcome, units)) : std::nullopt;
    }
    auto const value = metric.value(outcome);
    if (!value) return std::nullopt;
    switch (metric.form) {
        case MetricForm::wait:
        case MetricForm::turnaround:
        case MetricForm::endless: break;  // above
        case MetricForm::count:
        case MetricForm::devices: return fmt::format("{:.0f}", *value);
        case MetricForm::number:
        case MetricForm::device_hours: return human_number(*value);
        case MetricForm::percent: return human_percent(*value);
        case MetricForm::duration: return time_text(metric, outcome, *value, units);
        case MetricForm::run_time: return run_time_text(outcome, units);
        case MetricForm::data: return human(bytes(*value));
        case MetricForm::tera: return human_number(*value / 1e12);
        case MetricForm::energy: return human(joules(*value));
        case MetricForm::mass: return mass_text(*value);
        case MetricForm::charge: return human_number(*value) + " " + outcome.bill.unit;
    }
    return std::nullopt;
}

}  // namespace clustersim
