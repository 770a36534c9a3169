// SPDX-License-Identifier: Apache-2.0
#include "sim/report/study_table.hpp"

#include "models/application/plan_text.hpp"
#include "sim/core/human.hpp"
#include "sim/report/folded_table.hpp"
#include "sim/report/long_run_table.hpp"
#include "sim/report/metric_columns.hpp"
#include "sim/report/number_text.hpp"
#include "sim/report/pipeline_text.hpp"
#include "sim/report/plan_notes.hpp"
#include "sim/report/queue_table.hpp"
#include "sim/report/spread_table.hpp"
#include "sim/report/start_hours_text.hpp"
#include "sim/report/start_text.hpp"
#include "sim/report/study_bars.hpp"
#include "sim/report/study_json.hpp"
#include "sim/report/study_terms.hpp"
#include "sim/study/metric_table.hpp"
#include "sim/study/metric_text.hpp"
#include "sim/study/starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace clustersim {
namespace {

bool several_jobs(Study const& study) {
    return std::ranges::any_of(
        study.runs, [](RunAnswer const& r) { return r.outcomes.size() > 1; });
}

/// What varies between the rows, their jobs and nodes.
Table keyed_rows(Study const& study, std::vector<AnswerRow> const& rows) {
    Table table;
    auto const varying = varying_columns(study);
    bool const with_job = several_jobs(study);
    bool const with_place = std::ranges::any_of(
        rows, [](AnswerRow const& row) { return row.outcome->own_place.has_value(); });
    for (RunColumn const& column : varying) table.add_column(column.title, false);
    if (with_job) table.add_column("job", false);
    if (with_place) table.add_column("on", false);
    for (AnswerRow const& row : rows) {
        std::vector<std::string> cells;
        for (RunColumn const& column : varying) cells.push_back(column.cell(*row.run));
        if (with_job) cells.push_back(row.outcome->job);
        if (with_place) cells.push_back(row.place().partition);
        table.rows.push_back(std::move(cells));
    }
    add_metric_columns(table, {"nodes"}, rows);
    table.keys = table.columns.size();
    return table;
}

}  // namespace

std::string study_notes(Study const& study) {
    std::string out = terms_sentence(study);
    out += " Run time: 5 – 95 % by the models' stated uncertainty.\n";
    out += spread_notes(study) + pipeline_notes(study) + plan_notes(answer_rows(study)) +
           unit_notes(answer_rows(study)) + start_notes(study) + input_notes(study) +
           start_hours_notes(study) + long_run_notes(study) + whole_queue_note(study) +
           change_note(study);
    return out + incomplete_note(study);
}

namespace {

/// Whether the only replicate of a busy queue stands for it: then nothing is known of the range of a wait.
bool is_single(Study const& study) {
    return std::ranges::any_of(
        study.runs,
        [](RunAnswer const& run) {
            return run.terms.replicates == 1 && !run.terms.background.mix.empty();
        });
}

/// What an answer is asked for first: when, how long, how well and for how much.
Table first_table(Study const& study) {
    auto const rows = answer_rows(study);
    Table table = keyed_rows(study, rows);
    add_metric_columns(
        table, {"gpus", "tasks", "first_start_median_s", "wait_median_s", "runtime_s"}, rows);
    if (!is_single(study)) add_metric_columns(table, {"turnaround_median_s"}, rows);
    add_metric_columns(
        table, {"makespan_median_s", "efficiency", "epoch_efficiency", "billed", "energy_J"}, rows);
    return table;
}

/// The terms, what was assumed, and what went wrong.
std::string first_notes(Study const& study) {
    auto const rows = answer_rows(study);
    return terms_sentence(study) +
           (is_single(study) ? " Run time: 5 – 95 %.\n" : " Run time and turnaround: 5 – 95 %.\n") +
           short_plan_notes(rows) + unit_notes(rows) + pipeline_notes(study) + start_notes(study) +
           input_notes(study) + start_hours_notes(study) + long_run_notes(study) +
           whole_queue_note(study) + change_note(study) + incomplete_note(study) +
           "--detail: hours, rates, ranges by source, data input, plans, pictures.\n";
}

}  // namespace

Table study_table(Study const& study) {
    auto const rows = answer_rows(study);
    Table table = keyed_rows(study, rows);
    add_metric_columns(table,
                       {"gpus",
                        "tasks",
                        "first_start_median_s",
                        "wait_median_s",
                        "eligible_wait_median_s",
                        "step_time_s",
                        "efficiency",
                        "epoch_efficiency",
                        "flop_rate_per_gpu",
                        "mfu",
                        "runtime_s",
                        "requeues",
                        "makespan_median_s"},
                       rows);
    bool const stopped = std::ranges::any_of(rows, [](AnswerRow const& row) {
        return row.outcome->preemption && !row.outcome->campaign;
    });
    if (stopped) add_metric_columns(table, {"goodput"}, rows);
    add_metric_columns(
        table, {"wait_short_queue_s", "wait_usual_queue_s", "wait_long_queue_s"}, rows);
    add_metric_columns(table, {"gpu_hours", "node_hours", "billed", "energy_J"}, rows);
    return table;
}

Table batch_table(Study const& study) {
    constexpr std::array percents{5, 25, 50, 75, 90, 95, 99, 100};
    Table table;
    std::vector<AnswerRow> rows = answer_rows(study);
    std::erase_if(rows, [](AnswerRow const& row) { return !row.outcome->batches; });
    std::vector<RunColumn> varying = varying_columns(study);
    std::erase_if(varying, [](RunColumn const& column) { return column.title == "system"; });
    bool const with_job = several_jobs(study);
    table.add_column("batches on", false);
    for (RunColumn const& column : varying) table.add_column(column.title, false);
    if (with_job) table.add_column("job", false);
    for (AnswerRow const& row : rows) {
        std::vector<std::string> cells{row.run->place.system};
        for (RunColumn const& column : varying) cells.push_back(column.cell(*row.run));
        if (with_job) cells.push_back(row.outcome->job);
        table.rows.push_back(std::move(cells));
    }
    add_metric_columns(table, {"nodes", "batch_quiet_s"}, rows);
    for (int const percent : percents) table.add_column(fmt::format("{} %", percent));
    table.add_column("elbow");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        BatchTimes const& batches = *rows[i].outcome->batches;
        for (int const percent : percents)
            table.rows[i].push_back(human(batch_quantile(batches.ascending, percent / 100.0)));
        table.rows[i].push_back(batches.elbow.share < 1.0 ? human_percent(batches.elbow.share)
                                                          : std::string(not_applicable));
    }
    return table;
}

Table study_values(Study const& study) {
    Table table;
    for (char const* title : {"variant", "system", "partition", "job"})
        table.add_column(title, false);
    for (Metric const& metric : metrics()) table.add_column(std::string(metric.name));
    table.add_column("billing_unit", false);
    table.add_column("gpu_hours_unit", false);
    table.add_column("plan", false);
    table.add_column("never_started_reason", false);
    Metric const& gpu_hours = metric_named("gpu_hours");
    for (AnswerRow const& row : answer_rows(study)) {
        RunPlace const& place = row.place();
        std::vector<std::string> cells{
            row.run->label, place.system, place.partition, row.outcome->job};
        for (Metric const& metric : metrics()) {
            auto const value = metric.value(*row.outcome);
            cells.push_back(value ? number_text(*value) : "");
        }
        cells.push_back(place.bill_unit);
        cells.push_back(row.outcome->gpus > 0 ? unit_at_site(gpu_hours, *row.outcome) : "");
        auto const& training = row.outcome->training;
        cells.push_back(training ? written_plan(training->plan) : "");
        cells.push_back(starts_of(*row.outcome).reasons);
        table.rows.push_back(std::move(cells));
    }
    return table;
}

namespace {

constexpr std::size_t latex_page = 100;  // characters of a LaTeX table in small print

/// `detail` as in AnswerPart.
void add_table(PrintedAnswer& answer,
               Table const& table,
               std::optional<bool> detail = std::nullopt) {
    answer.push_back({table, {Format::table}, {}, detail});
    answer.push_back({table, {Format::markdown}});
    bool first = true;
    for (Table const& part : folded(table, latex_page)) {
        if (!std::exchange(first, false)) answer.push_back({"\n", {Format::latex}});
        answer.push_back({part, {Format::latex}});
    }
}

}  // namespace

PrintedAnswer study_answer(Study const& study) {
    PrintedAnswer answer{{study_values(study), {Format::csv}},
                         {study_heading(study) + "\n", {Format::table}}};
    for (Format::Kind const kind : {Format::markdown, Format::latex})
        answer.push_back({emphasized(study.title, kind) + "\n\n", {kind}});
    answer.push_back({first_table(study), {Format::table}, {}, false});
    add_table(answer, study_table(study), true);
    // Tables that only some studies have. Those that were asked for are no details.
    struct Other {
        Table (*make)(Study const&);
        std::optional<bool> detail;
    };
    for (auto const& [make, detail] : {Other{spread_table, true},
                                       Other{input_table, true},
                                       Other{campaign_table, std::nullopt},
                                       Other{batch_table, true},
                                       Other{whole_queue_table, std::nullopt},
                                       Other{change_table, std::nullopt}}) {
        Table const table = make(study);
        if (table.rows.empty()) continue;
        answer.push_back({"\n", {Format::table}, {}, detail});
        answer.push_back({"\n", {Format::markdown, Format::latex}});
        add_table(answer, table, detail);
    }
    add_study_bars(answer, study);
    answer.push_back({"\n" + first_notes(study), {Format::table}, {}, false});
    std::string const notes = "\n" + study_notes(study);
    answer.push_back({notes, {Format::table}, {}, true});
    answer.push_back({notes, {Format::markdown}});
    answer.push_back({paragraphs(notes, Format::latex), {Format::latex}});
    return answer;
}

std::string study_text(Study const& study, Format format) {
    return format == Format::json ? study_json(study) : to_text(study_answer(study), format);
}

}  // namespace clustersim
