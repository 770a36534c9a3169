// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/study_charts.hpp"

#include "sim/report/html/row_name.hpp"
#include "sim/report/study_terms.hpp"
#include "sim/study/metric_table.hpp"
#include "sim/study/metric_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>

namespace clustersim {
namespace {

/// Bars beyond these are left to the tables.
constexpr std::size_t most_bars = 40;

/// The name of the curve to which a row belongs: everything that varies except its size.
std::string curve_name(AnswerRow const& row, std::vector<RunColumn> const& varying) {
    std::string name;
    for (RunColumn const& column : varying)
        if (column.title != "gpus") name += (name.empty() ? "" : ", ") + column.cell(*row.run);
    if (row.run->outcomes.size() > 1 || name.empty())
        name += (name.empty() ? "" : ", ") + row.outcome->job;
    return name;
}

/// A metric over the nodes, one line for each curve; no lines if no curve has two points.
LineChart
metric_curve(Study const& study, std::string title, std::string_view name, ChartAxis const& y) {
    Metric const& metric = metric_named(name);
    auto const varying = varying_columns(study);
    std::map<std::string, std::map<int, AnswerRow>> curves;
    std::vector<std::string> order;
    for (AnswerRow const& row : answer_rows(study)) {
        if (!metric.value(*row.outcome)) continue;
        std::string const curve = curve_name(row, varying);
        if (!curves.contains(curve)) order.push_back(curve);
        curves[curve].emplace(row.outcome->nodes, row);
    }
    LineChart chart{std::move(title),
                    {},
                    {.title = "nodes", .unit = {}, .logarithmic = true, .base = 2},
                    y,
                    {}};
    for (std::string const& curve : order) {
        if (curves[curve].size() < 2) continue;
        ChartLine line{.name = curve, .x = {}, .y = {}, .low = {}, .high = {}};
        for (auto const& [nodes, row] : curves[curve]) {
            line.x.push_back(nodes);
            line.y.push_back(metric.value(*row.outcome));
            if (metric.low.empty()) continue;
            line.low.push_back(metric_named(metric.low).value(*row.outcome));
            line.high.push_back(metric_named(metric.high).value(*row.outcome));
        }
        chart.lines.push_back(std::move(line));
    }
    return chart;
}

using NamedParts = std::vector<std::pair<std::string, double>>;

/// The parts of a row, each in the series of its name.
void add_parts(BarChart& chart, std::string row, NamedParts const& parts) {
    for (auto const& [name, value] : parts) {
        auto known = std::ranges::find(chart.series, name, &BarSeries::name);
        if (known == chart.series.end())
            known = chart.series.insert(chart.series.end(), {name, {}, {}, {}});
        known->values.resize(chart.categories.size(), 0.0);
        known->values.emplace_back(value);
    }
    chart.categories.push_back(std::move(row));
}

/// Parts of all rows, in the order in which rows have them; parts that no row has are left out.
BarChart stacked(std::string title, std::string unit) {
    BarChart chart;
    chart.title = std::move(title);
    chart.unit = std::move(unit);
    chart.by = "job";
    chart.stacked = true;
    return chart;
}

void finish(BarChart& chart) {
    for (BarSeries& series : chart.series) series.values.resize(chart.categories.size(), 0.0);
    std::erase_if(chart.series, [](BarSeries const& series) {
        return std::ranges::all_of(series.values, [](ChartValue const& v) { return v == 0.0; });
    });
}

void add_step_parts(BarChart& chart, std::string row, StepTime const& step) {
    NamedParts parts;
    for (StepColumn const& column : columns_of(step))
        parts.emplace_back(column.part->label, column.time.si());
    add_parts(chart, std::move(row), parts);
}

void add_memory(BarChart& chart, std::string row, MemoryUse const& use) {
    NamedParts parts;
    for (MemoryPart const& part : memory_breakdown)
        parts.emplace_back(part.label, (use.*part.bytes).si());
    add_parts(chart, std::move(row), parts);
}

void add_generic(BarChart& chart, std::string row, GenericStep const& step) {
    add_parts(chart,
              std::move(row),
              {{"kernels", step.kernels.si()},
               {"messages", step.messages.si()},
               {"fixed", step.fixed.si()}});
}

/// The share of batches that took at most a time.
LineChart batch_curves(std::vector<AnswerRow> const& rows, RowNames const& row_name) {
    LineChart chart{"Times of single batches",
                    "Share of the batches that took at most this time, over all replicates.",
                    {.title = "time of a batch", .unit = "s"},
                    {.title = "share of batches", .unit = "share", .zero = true},
                    {}};
    for (AnswerRow const& row : rows) {
        if (!row.outcome->batches) continue;
        ChartLine line{.name = row_name(row), .x = {}, .y = {}, .low = {}, .high = {}};
        for (int percent = 0; percent <= 100; ++percent) {
            line.x.push_back(batch_quantile(row.outcome->batches->ascending, percent / 100.0).si());
            line.y.emplace_back(percent / 100.0);
        }
        chart.lines.push_back(std::move(line));
    }
    return chart;
}

/// Bars of a metric whose unit is the same in all rows; no series if it applies to none, or units differ.
BarChart metric_bars(std::vector<AnswerRow> const& rows,
                     RowNames const& row_name,
                     std::string title,
                     std::string_view name,
                     std::string unit) {
    Metric const& metric = metric_named(name);
    BarChart chart;
    chart.title = std::move(title);
    chart.by = "job";
    chart.numbers = true;
    BarSeries series{chart.title, {}, {}, {}};
    std::set<std::string> units;
    for (AnswerRow const& row : rows) {
        auto const value = metric.value(*row.outcome);
        chart.categories.push_back(row_name(row));
        series.values.push_back(value);
        if (value) units.insert(unit_at_site(metric, *row.outcome));
    }
    if (units.size() != 1) return chart;
    chart.unit = unit.empty() ? *units.begin() : std::move(unit);
    chart.series.push_back(std::move(series));
    return chart;
}

std::vector<AnswerRow> charted_rows(Study const& study) {
    auto rows = answer_rows(study);
    if (rows.size() > most_bars) rows.resize(most_bars);
    return rows;
}

std::string rows_note(Study const& study) {
    std::size_t const rows = answer_rows(study).size();
    if (rows <= most_bars) return {};
    return fmt::format("The first {} of {} rows.", most_bars, rows);
}

void add_section(ReportPage& page, PageSection section) {
    if (!section.items.empty()) page.sections.push_back(std::move(section));
}

void add_scaling_section(ReportPage& page, Study const& study) {
    PageSection section{"Scaling", "Bands: from the 5 % to the 95 % quantile.", {}};
    ChartAxis const time{.title = "time", .unit = "s", .zero = true};
    ChartAxis const share{.title = "share", .unit = "share", .zero = true};
    auto const add = [&](char const* title, char const* metric, ChartAxis const& y) {
        LineChart chart = metric_curve(study, title, metric, y);
        if (!chart.lines.empty()) section.items.emplace_back(std::move(chart));
    };
    add("Run time by nodes", "runtime_s", time);
    add("Wait by nodes", "wait_median_s", time);
    add("Step time by nodes", "step_time_s", time);
    add("Efficiency by nodes", "efficiency", share);
    add("Efficiency of whole epochs by nodes", "epoch_efficiency", share);
    add_section(page, std::move(section));
}

void add_step_section(ReportPage& page, Study const& study) {
    auto const rows = charted_rows(study);
    RowNames const row_name(study);
    BarChart parts = stacked("Parts of a step", "s");
    BarChart memory = stacked("Memory of the fullest device", "B");
    memory.note = "The thick mark is the memory of the device.";
    memory.limit = "memory of the device";
    memory.numbers = true;
    for (AnswerRow const& row : rows) {
        if (row.outcome->training) {
            StepTime const& step = row.outcome->training->step;
            add_step_parts(parts, row_name(row), step);
            add_memory(memory, row_name(row), step.memory);
            memory.limits.emplace_back(
                step.memory.device > Bytes{} ? ChartValue(step.memory.device.si()) : std::nullopt);
        } else if (row.outcome->generic && row.outcome->generic->step.kernels > Duration{}) {
            add_generic(parts, row_name(row), row.outcome->generic->step);
        }
    }
    PageSection section{"Steps and memory", rows_note(study), {}};
    for (BarChart* chart : {&parts, &memory}) {
        finish(*chart);
        if (!chart->series.empty()) section.items.emplace_back(std::move(*chart));
    }
    LineChart batches = batch_curves(rows, row_name);
    if (!batches.lines.empty()) section.items.emplace_back(std::move(batches));
    add_section(page, std::move(section));
}

void add_cost_section(ReportPage& page, Study const& study) {
    auto const rows = charted_rows(study);
    RowNames const row_name(study);
    PageSection section{"Cost and energy", rows_note(study), {}};
    auto const add = [&](char const* title, char const* metric, char const* unit) {
        BarChart chart = metric_bars(rows, row_name, title, metric, unit);
        if (!chart.series.empty()) section.items.emplace_back(std::move(chart));
    };
    add("Billed", "billed", "");
    add("Device-hours", "gpu_hours", "");
    add("Node-hours", "node_hours", "node-h");
    add("Energy", "energy_J", "J");
    add("CO2 equivalent", "co2e_g", "g");
    add_section(page, std::move(section));
}

}  // namespace

void add_study_charts(ReportPage& page, Study const& study) {
    add_scaling_section(page, study);
    add_step_section(page, study);
    add_cost_section(page, study);
}

}  // namespace clustersim
