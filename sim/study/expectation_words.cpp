// SPDX-License-Identifier: Apache-2.0
#include "sim/study/expectation_words.hpp"

#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace clustersim {
namespace {

std::string amount_text(Metric const& metric, double value) {
    if (metric.dimension() == Dimension::time) return human(seconds(value));
    switch (metric.form) {
        case MetricForm::data: return human(bytes(value));
        case MetricForm::energy: return human(joules(value));
        case MetricForm::percent: return human_percent(value);
        case MetricForm::tera: return human_number(value / 1e12) + " T";
        default: break;
    }
    std::string const unit(
        metric.unit.find(' ') == std::string_view::npos && metric.unit != "1" ? metric.unit : "");
    return human_number(value) + (unit.empty() ? "" : " " + unit);
}

/// The title of the metric's column without the part in brackets.
std::string title_alone(Metric const& metric) {
    std::string_view const title = metric.title;
    return std::string(title.substr(0, title.find(" (")));
}

/// What changes, by the name of the metric: "wait".
std::string changed_quantity(std::string_view name) {
    std::string_view const what = name.substr(0, name.find("_change"));
    if (what == "queue_wait") return "mean wait of all jobs";
    if (what == "queue_slowdown") return "mean slowdown of all jobs";
    return std::string(what);
}

std::string change_text(Metric const& metric, double value, BrokenBound broken, double bound) {
    bool const time = metric.dimension() == Dimension::time;
    bool const low = metric.name.find("_low") != std::string_view::npos;
    bool const high = metric.name.find("_high") != std::string_view::npos;
    std::string_view const less = time ? "shorter" : "smaller";
    std::string_view const more = time ? "longer" : "larger";
    auto const size = [&](double of) { return amount_text(metric, std::fabs(of)); };
    std::string const what = changed_quantity(metric.name);
    // One end of an interval is sure only on its own side of zero.
    bool const sure = (high && value < 0.0) || (low && value > 0.0);
    std::string_view const how = sure ? "surely " : high || low ? "perhaps " : "on average ";
    std::string const found =
        fmt::format("{}: {}{} {}", what, how, size(value), value < 0.0 ? less : more);
    bool const wants_less = broken == BrokenBound::at_most;
    if (wants_less == (bound < 0.0))
        return fmt::format("{}; {}{} {} are needed",
                           found,
                           high || low ? "surely " : "",
                           size(bound),
                           wants_less ? less : more);
    return fmt::format(
        "{}; at most {} {} is allowed", found, size(bound), bound < 0.0 ? less : more);
}

}  // namespace

std::string
broken_bound_text(Metric const& metric, double value, BrokenBound broken, double bound) {
    if (metric.name.find("_change") != std::string_view::npos)
        return change_text(metric, value, broken, bound);
    std::string found = amount_text(metric, value);
    std::string const limit = amount_text(metric, bound);
    // Rounded, both may read the same.
    if (found == limit)
        found = fmt::format("a little {} than {}", value > bound ? "more" : "less", limit);
    std::string const name = title_alone(metric);
    if (metric.form == MetricForm::data && broken == BrokenBound::at_most)
        return fmt::format("{}: {} of {}", name, found, limit);
    return fmt::format("{}: {}; {} {} {}",
                       name,
                       found,
                       broken == BrokenBound::at_most ? "at most" : "at least",
                       limit,
                       broken == BrokenBound::at_most ? "is allowed" : "is needed");
}

}  // namespace clustersim
