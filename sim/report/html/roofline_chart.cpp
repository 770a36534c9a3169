// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/roofline_chart.hpp"

#include "sim/report/html/row_name.hpp"
#include "sim/report/metric_columns.hpp"

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

constexpr std::size_t most_rooflines = 24;

OperatorRoofline const* operators_in(JobOutcome const& outcome) {
    if (outcome.training) return outcome.training->operators.get();
    return outcome.generic ? outcome.generic->operators.get() : nullptr;
}

/// The intensities that the chart shows: those of all operators and of all ridges, with room at both ends.
std::pair<double, double> intensities(OperatorRoofline const& roofline) {
    double low = 1.0;
    double high = 1.0;
    auto const include = [&](double value) {
        low = std::min(low, value / 2.0);
        high = std::max(high, value * 2.0);
    };
    for (RateCeiling const& ceiling : roofline.ceilings)
        include(ceiling.rate.si() / roofline.memory.si());
    for (Operator const& one : roofline.operators)
        if (one.has_intensity()) include(one.intensity());
    return {low, high};
}

/// The memory's slope up to the highest rate, and each rate from its ridge on.
std::vector<ChartLine> ceilings_of(OperatorRoofline const& roofline) {
    auto const [low, high] = intensities(roofline);
    double const memory = roofline.memory.si();
    double most = 0.0;
    for (RateCeiling const& ceiling : roofline.ceilings) most = std::max(most, ceiling.rate.si());
    std::vector<ChartLine> lines;
    lines.push_back({.name = "memory bandwidth", .x = {}, .y = {}, .low = {}, .high = {}});
    lines.back().x = {low, most / memory};
    lines.back().y = {low * memory, most};
    for (RateCeiling const& ceiling : roofline.ceilings) {
        double const rate = ceiling.rate.si();
        lines.push_back({.name = ceiling.name, .x = {}, .y = {}, .low = {}, .high = {}});
        lines.back().x = {rate / memory, high};
        lines.back().y = {rate, rate};
    }
    return lines;
}

RooflineChart chart_of(OperatorRoofline const& roofline, std::string const& name) {
    RooflineChart chart;
    chart.title = "Roofline of " + name;
    chart.note = "The kernels of one step on " + roofline.of +
                 ", by kind; the area of a point is its share of their time. Ceilings are rates "
                 "that kernels reach, not those of the data sheet. Traffic is the least that a "
                 "kernel moves; a counter on the device shows more.";
    chart.ceilings = ceilings_of(roofline);
    Duration all{};
    for (Operator const& one : roofline.operators) all += one.work.time;
    bool uncounted = false;
    for (Operator const& one : roofline.operators) {
        RooflinePoint point{.name = one.name};
        if (one.has_intensity()) {
            point.intensity = one.intensity();
            point.rate = one.rate().si();
        }
        uncounted = uncounted || !one.has_intensity();
        point.bandwidth = one.bandwidth().si();
        point.time = one.work.time.si();
        point.share = one.work.time / all;
        chart.points.push_back(std::move(point));
    }
    if (uncounted)
        chart.note += " The arithmetic of element-wise kernels is not counted: the table has "
                      "their bandwidths.";
    return chart;
}

}  // namespace

void add_roofline_section(ReportPage& page, Study const& study) {
    PageChoice choice{"job", {}, {}};
    RowNames const row_name(study);
    for (AnswerRow const& row : answer_rows(study)) {
        OperatorRoofline const* roofline = operators_in(*row.outcome);
        if (roofline == nullptr || choice.items.size() == most_rooflines) continue;
        choice.names.push_back(row_name(row));
        choice.items.push_back({chart_of(*roofline, choice.names.back())});
    }
    if (choice.items.empty()) return;
    PageSection section{"Roofline", {}, {}};
    section.items.emplace_back(std::move(choice));
    page.sections.push_back(std::move(section));
}

}  // namespace clustersim
