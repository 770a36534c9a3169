// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/compare/comparison_table.hpp"

#include "sim/report/access_text.hpp"
#include "sim/report/long_run_table.hpp"
#include "sim/report/metric_columns.hpp"
#include "sim/report/pipeline_text.hpp"
#include "sim/report/plan_notes.hpp"
#include "sim/report/queue_table.hpp"
#include "sim/report/start_hours_text.hpp"
#include "sim/report/start_text.hpp"
#include "sim/report/study_terms.hpp"
#include "sim/study/metric_table.hpp"
#include "sim/study/metric_text.hpp"
#include "sim/study/starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace clustersim {
namespace {

/// The rows, grouped by question.
std::vector<AnswerRow> grouped_rows(Study const& study, RankBy by) {
    std::vector<AnswerRow> rows;
    for (ComparedQuestion const& question : ranked_questions(study, by))
        rows.insert(rows.end(), question.rows.begin(), question.rows.end());
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
                         std::string title,
                         std::span<AnswerRow const> rows) {
    bool const applies = std::ranges::any_of(
        rows, [&](AnswerRow const& row) { return metric_text(metric, *row.outcome).has_value(); });
    if (!applies) return;
    table.add_column(std::move(title));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto const value = competing_value(metric, rows[i]);
        auto const of = best_of(metric, question_of(rows[i]), best, rows);
        // A turnaround of 0 is the best, and no ratio to 0 exists.
        bool const has_ratio = value && (*of > 0.0 || *value == *of);
        table.rows[i].push_back(has_ratio ? fmt::format("{:.2f}", *of > 0.0 ? *value / *of : 1.0)
                                          : std::string(not_applicable));
    }
}

void add_access_column(Table& table, std::span<AnswerRow const> rows) {
    table.add_column("access mode", false);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto const shares = access_of(rows[i]);
        table.rows[i].push_back(shares.empty() ? std::string(not_applicable) : access_text(shares));
    }
}

/// Says so if jobs are taken to run as long on every machine.
std::string fixed_run_times(Study const& study) {
    bool const one_machine = shared_by_all(
                                 study.runs, [](RunAnswer const& run) { return run.place.system; })
                                 .has_value();
    bool const fixed = std::ranges::any_of(answer_rows(study), [](AnswerRow const& row) {
        return !row.outcome->training && !row.outcome->generic;
    });
    if (one_machine || !fixed) return {};
    return "A job with a stated run time is taken to run as long on every machine. Name its "
           "`application` to have the "
           "run time predicted.\n";
}

}  // namespace

std::string comparison_notes(Study const& study) {
    bool const trains = std::ranges::any_of(
        answer_rows(study), [](AnswerRow const& row) { return row.outcome->training.has_value(); });
    std::string out =
        trains ? "speed / best: throughput over that of the best machine of the group.\n" : "";
    out +=
        "time / best: turnaround over the shortest of the group.\n"
        "access mode: the smallest for researchers that carries this run, and the share of it.\n";
    bool const busy = std::ranges::any_of(
        study.runs, [](RunAnswer const& run) { return !run.terms.background.mix.empty(); });
    if (busy) out += "Each machine has its own queue. ";
    out += queue_sentence(study) + "\n" + terms_sentence(study) + "\n";
    out += fixed_run_times(study);
    auto const rows = answer_rows(study);
    out += pipeline_notes(study) + plan_notes(rows) + unit_notes(rows) + start_notes(study) +
           input_notes(study) + start_hours_notes(study) + long_run_notes(study) +
           whole_queue_note(study);
    return out + incomplete_note(study);
}

Table comparison_table(Study const& study, RankBy by) {
    Table table;
    table.keys = 2;
    for (char const* title : {"job", "system", "partition", "node"}) table.add_column(title, false);
    std::vector<AnswerRow> const rows = grouped_rows(study, by);
    for (AnswerRow const& row : rows) {
        RunPlace const& place = row.place();
        table.rows.push_back({question_of(row), place.system, place.partition, place.device});
    }
    add_metric_columns(
        table, {"nodes", "gpus", "tasks", "step_time_s", "efficiency", "samples_per_second"}, rows);
    add_relative_column(
        table, metric_named("samples_per_second"), Best::largest, "speed / best", rows);
    add_metric_columns(table,
                       {"wait_median_s",
                        "wait_short_queue_s",
                        "wait_usual_queue_s",
                        "wait_long_queue_s",
                        "turnaround_median_s"},
                       rows);
    add_relative_column(
        table, metric_named("turnaround_median_s"), Best::smallest, "time / best", rows);
    add_metric_columns(table, {"makespan_median_s", "gpu_hours", "node_hours", "billed"}, rows);
    add_access_column(table, rows);
    add_metric_columns(table, {"energy_J", "co2e_g"}, rows);
    return table;
}

}  // namespace clustersim
