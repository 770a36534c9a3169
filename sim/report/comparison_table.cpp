// SPDX-License-Identifier: Apache-2.0
#include "sim/report/comparison_table.hpp"

#include "sim/report/long_run_table.hpp"
#include "sim/report/metric_columns.hpp"
#include "sim/report/pipeline_text.hpp"
#include "sim/report/start_text.hpp"
#include "sim/report/study_json.hpp"
#include "sim/report/study_table.hpp"
#include "sim/report/study_terms.hpp"
#include "sim/study/starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace clustersim {
namespace {

/// The question that a row answers. Rows of the same question differ only by machine.
std::string question_of(AnswerRow const& row) {
    return row.run->label.empty() ? row.outcome->job : row.outcome->job + " " + row.run->label;
}

/// Groups the rows by question, in the order of each question's first row.
std::vector<AnswerRow> grouped_rows(Study const& study) {
    std::vector<AnswerRow> rows = answer_rows(study);
    std::vector<std::string> questions;
    for (AnswerRow const& row : rows)
        if (std::ranges::find(questions, question_of(row)) == questions.end())
            questions.push_back(question_of(row));
    std::ranges::stable_sort(rows, {}, [&](AnswerRow const& row) {
        return std::ranges::find(questions, question_of(row)) - questions.begin();
    });
    return rows;
}

enum class Best { largest, smallest };

/// A job that does not start in every replicate cannot be the best.
std::optional<double> competing_value(Metric const& metric, AnswerRow const& row) {
    return starts_of(*row.outcome).always_started() ? metric.value(*row.outcome) : std::nullopt;
}

/// The best value among the competing rows of a question; nothing if no row competes.
std::optional<double> best_of(Metric const& metric,
                              std::string const& question,
                              Best best,
                              std::span<AnswerRow const> rows) {
    std::optional<double> found;
    for (AnswerRow const& row : rows) {
        auto const value = competing_value(metric, row);
        if (!value || question_of(row) != question) continue;
        bool const better = !found || (best == Best::largest ? *value > *found : *value < *found);
        if (better) found = value;
    }
    return found;
}

/// A metric relative to the best value of its question, which is 1.00.
void add_relative_column(Table& table,
                         Metric const& metric,
                         Best best,
                         std::span<AnswerRow const> rows) {
    bool const applies = std::ranges::any_of(
        rows, [&](AnswerRow const& row) { return metric_text(metric, *row.outcome).has_value(); });
    if (!applies) return;
    table.add_column("relative");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto const value = competing_value(metric, rows[i]);
        auto const of = best_of(metric, question_of(rows[i]), best, rows);
        // A turnaround of 0 is the best, and no ratio to 0 exists.
        bool const has_ratio = value && (*of > 0.0 || *value == *of);
        table.rows[i].push_back(has_ratio ? fmt::format("{:.2f}", *of > 0.0 ? *value / *of : 1.0)
                                          : std::string(not_applicable));
    }
}

std::string comparison_notes(Study const& study) {
    std::string out =
        "Relative columns: the best of each group is 1.00; more throughput is better, less "
        "turnaround is better.\n";
    bool const busy = std::ranges::any_of(
        study.runs, [](RunAnswer const& run) { return !run.terms.background.mix.empty(); });
    if (busy) out += "Each machine has its own queue of the same mix. ";
    out += queue_sentence(study) + "\n" + terms_sentence(study) + "\n";
    out += pipeline_notes(study) + unit_notes(answer_rows(study)) + start_notes(study) +
           long_run_notes(study);
    out += incomplete_note(study);
    return out;
}

}  // namespace

Table comparison_table(Study const& study) {
    Table table;
    for (char const* title : {"job", "system", "partition", "node"}) table.add_column(title, false);
    std::vector<AnswerRow> const rows = grouped_rows(study);
    for (AnswerRow const& row : rows) {
        RunPlace const& place = row.run->place;
        table.rows.push_back({question_of(row), place.system, place.partition, place.device});
    }
    add_metric_columns(
        table, {"gpus", "tasks", "wait_median_s", "step_time_s", "samples_per_second"}, rows);
    add_relative_column(table, metric_named("samples_per_second"), Best::largest, rows);
    add_metric_columns(table, {"turnaround_median_s"}, rows);
    add_relative_column(table, metric_named("turnaround_median_s"), Best::smallest, rows);
    add_metric_columns(
        table,
        {"makespan_median_s", "gpu_hours", "node_hours", "billed", "energy_J", "co2e_g"},
        rows);
    return table;
}

std::string comparison_text(Study const& study, Format format) {
    if (format == Format::json) return study_json(study);
    if (format == Format::csv) return to_text(study_values(study), format);
    return emphasized(study.title, format) + "\n\n" + to_text(comparison_table(study), format) +
           "\n" + comparison_notes(study);
}

}  // namespace clustersim
