// SPDX-License-Identifier: Apache-2.0
#include "sim/study/sweep/swept_point.hpp"

#include "models/application/plan_text.hpp"
#include "sim/study/metric_families.hpp"
#include "sim/study/metric_table.hpp"
#include "sim/study/metric_text.hpp"
#include "sim/study/starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace clustersim {
namespace {

std::optional<double> in_file(std::optional<double> value) {
    if (value) value = nine_digits(*value);
    return value;
}

std::optional<double> end_of_range(std::string_view metric, JobOutcome const& outcome) {
    if (metric.empty()) return std::nullopt;
    return in_file(metric_named(metric).value(outcome));
}

/// The efficiencies and the changes compare points: the first are known only when all points are, the others
/// need the replicates of two points.
bool compares_points(Metric const& metric) {
    std::span<Metric const> const changes = change_metrics();
    return metric.name == "efficiency" || metric.name == "epoch_efficiency" ||
           std::ranges::find(changes, metric.name, &Metric::name) != changes.end();
}

std::vector<SweptValue> values_of(JobOutcome const& outcome) {
    std::vector<SweptValue> values;
    for (Metric const& metric : metrics()) {
        if (compares_points(metric)) continue;
        SweptValue one{&metric,
                       in_file(metric.value(outcome)),
                       end_of_range(metric.low, outcome),
                       end_of_range(metric.high, outcome),
                       unit_at_site(metric, outcome)};
        if (!one.value && !one.low && !one.high) continue;
        if (one.unit.empty()) one.unit = metric.unit;
        values.push_back(std::move(one));
    }
    return values;
}

SweptJob swept_job(RunAnswer const& answer, JobOutcome const& outcome) {
    return {outcome.job,
            outcome.training ? written_plan(outcome.training->plan) : "",
            starts_of(outcome).reasons,
            values_of(outcome),
            curve_point(answer, outcome)};
}

std::string reason_of(Diagnostics const& problems) {
    auto const error = std::ranges::find(problems.items(), Severity::error, &Diagnostic::severity);
    if (error == problems.items().end()) return "unknown";
    return error->expected.empty() ? error->message
                                   : fmt::format("{}; {}", error->message, error->expected);
}

}  // namespace

double nine_digits(double value) {
    return std::strtod(fmt::format("{:.9g}", value).c_str(), nullptr);
}

SweptPoint swept_point(std::size_t number, RunAnswer const& answer) {
    SweptPoint point;
    point.number = number;
    point.settings = answer.settings;
    point.system = answer.place.system;
    point.partition = answer.place.partition;
    point.bill_unit = answer.place.bill_unit;
    point.scheduler = answer.terms.scheduler;
    point.seed = answer.terms.seed;
    point.replicates = answer.terms.replicates;
    for (JobOutcome const& outcome : answer.outcomes)
        point.jobs.push_back(swept_job(answer, outcome));
    point.pipeline = answer.pipeline;
    return point;
}

SweptPoint
impossible_point(std::size_t number, Variant const& variant, Diagnostics const& problems) {
    SweptPoint point;
    point.number = number;
    point.settings = variant.settings;
    point.impossible = reason_of(problems);
    return point;
}

}  // namespace clustersim
