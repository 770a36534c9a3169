// SPDX-License-Identifier: Apache-2.0
#include "sim/report/metric_columns.hpp"

#include "sim/study/metric_table.hpp"
#include "sim/study/metric_text.hpp"

#include <algorithm>
#include <set>

namespace clustersim {
namespace {

/// The units of the rows to which the metric applies.
std::set<std::string> units_of(Metric const& metric, std::span<AnswerRow const> rows) {
    std::set<std::string> units;
    for (AnswerRow const& row : rows)
        if (metric_text(metric, *row.outcome)) units.insert(unit_at_site(metric, *row.outcome));
    return units;
}

std::string title_of(Metric const& metric, std::set<std::string> const& units) {
    bool const one = units.size() == 1;
    if (metric.form == MetricForm::devices && one) return *units.begin() + "s";
    if (metric.form == MetricForm::device_hours) return one ? *units.begin() : "device-h";
    return std::string(metric.title);
}

bool holds_part_of_node(JobOutcome const& outcome) {
    return outcome.bill.node_hours.value <
           0.999 * outcome.nodes * outcome.runtime.value.si() / 3600.0;
}

}  // namespace

std::vector<AnswerRow> answer_rows(Study const& study) {
    std::vector<AnswerRow> rows;
    for (RunAnswer const& run : study.runs)
        for (JobOutcome const& outcome : run.outcomes) rows.push_back({&run, &outcome});
    return rows;
}

void add_metric_column(Table& table, Metric const& metric, std::span<AnswerRow const> rows) {
    auto const units = units_of(metric, rows);
    if (units.empty()) return;
    bool const counts_devices =
        metric.form == MetricForm::devices || metric.form == MetricForm::device_hours;
    bool const unit_in_cells = counts_devices && units.size() > 1;
    // One notation in a column.
    bool const one_unit = std::ranges::all_of(
        rows, [&](AnswerRow const& row) { return reads_in_one_unit(metric, *row.outcome); });
    auto const notation = one_unit ? RangeUnits::one_if_readable : RangeUnits::each_its_own;
    table.add_column(title_of(metric, units));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        JobOutcome const& outcome = *rows[i].outcome;
        auto text = metric_text(metric, outcome, notation);
        if (text && unit_in_cells) *text += " " + unit_at_site(metric, outcome);
        table.rows[i].push_back(text.value_or(std::string(not_applicable)));
    }
}

void add_metric_columns(Table& table,
                        std::initializer_list<std::string_view> metrics,
                        std::span<AnswerRow const> rows) {
    for (std::string_view const name : metrics) add_metric_column(table, metric_named(name), rows);
}

std::string unit_notes(std::span<AnswerRow const> rows) {
    std::set<std::string> devices;
    for (AnswerRow const& row : rows)
        if (row.outcome->gpus > 0) devices.insert(row.outcome->bill.device);
    std::string notes;
    if (devices.contains("GCD")) notes += "GCD: half of a card; frameworks call it a GPU.\n";
    if (devices.contains("slice")) notes += "Slice: a part of a GPU (MIG).\n";
    if (std::ranges::any_of(rows,
                            [](AnswerRow const& row) { return holds_part_of_node(*row.outcome); }))
        notes += "node-h: a part of a shared node counts as the largest of its shares of GPUs, "
                 "cores and memory.\n";
    return notes;
}

}  // namespace clustersim
