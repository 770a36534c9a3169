// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/compare/comparison_text.hpp"

#include "sim/commands/compare/comparison_table.hpp"
#include "sim/report/folded_table.hpp"
#include "sim/report/impossible_text.hpp"
#include "sim/report/queue_table.hpp"
#include "sim/report/study_json.hpp"
#include "sim/report/study_table.hpp"
#include "sim/report/study_terms.hpp"
#include "sim/report/turnaround_parts.hpp"
#include "sim/report/wait_range.hpp"
#include "sim/study/starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace clustersim {
namespace {

/// More rows than these do not fit on one screen.
constexpr std::size_t most_rows = 30;

Table comparison_values(Study const& study, std::vector<ImpossibleRun> const& impossible) {
    Table table = study_values(study);
    for (ImpossibleRun const& run : impossible) {
        std::vector<std::string> cells(table.columns.size());
        cells[0] = run.variant;
        cells[1] = run.system;
        cells.back() = run.reason;
        table.rows.push_back(std::move(cells));
    }
    return table;
}

template <class Of>
bool vary(std::vector<AnswerRow> const& rows, Of of) {
    return std::ranges::any_of(
        rows, [&](AnswerRow const& row) { return of(row) != of(rows.front()); });
}

/// The picture of wait + run beside the range of the wait.
void add_turnaround_bars(Table& table,
                         std::vector<AnswerRow> const& rows,
                         TurnaroundOf of,
                         bool utf8) {
    constexpr std::size_t width = 32;
    double longest = 0.0;
    std::vector<std::optional<TurnaroundParts>> parts;
    for (AnswerRow const& row : rows) {
        parts.push_back(turnaround_parts(*row.outcome, of));
        if (parts.back()) longest = std::max({longest, parts.back()->high, parts.back()->whole()});
    }
    table.add_column(turnaround_legend(utf8), false);
    for (std::size_t i = 0; i < rows.size(); ++i)
        table.rows[i].push_back(parts[i] ? turnaround_bar(*parts[i], longest, width, utf8) : "");
}

Table short_table(ComparedQuestion const& question, bool busy, bool bills) {
    auto const& rows = question.rows;
    Table table;
    table.add_column(question.one_machine ? "job" : "system", false);
    for (AnswerRow const& row : rows) table.rows.push_back({row_name(question, row)});
    if (vary(rows, [](AnswerRow const& row) { return row.outcome->nodes; }))
        add_metric_columns(table, {"nodes"}, rows);
    if (vary(rows, [](AnswerRow const& row) { return row.outcome->gpus; }))
        add_metric_columns(table, {"gpus"}, rows);
    add_metric_columns(table, {"makespan_median_s"}, rows);
    bool const long_run = std::ranges::any_of(
        rows, [](AnswerRow const& row) { return row.outcome->campaign.has_value(); });
    if (!long_run) add_metric_columns(table, {"runtime_s"}, rows);
    if (long_run) add_metric_columns(table, {"turnaround_median_s"}, rows);
    bool const devices =
        std::ranges::any_of(rows, [](AnswerRow const& row) { return row.outcome->gpus > 0; });
    add_metric_columns(table, {devices ? "gpu_hours" : "node_hours"}, rows);
    if (bills) add_metric_columns(table, {"billed"}, rows);
    if (busy) {
        table.add_column("wait");
        for (std::size_t i = 0; i < rows.size(); ++i)
            table.rows[i].push_back(wait_range_alone(*rows[i].outcome));
    }
    table.keys = 1;
    return table;
}

bool is_busy(Study const& study) {
    return std::ranges::any_of(
        study.runs, [](RunAnswer const& run) { return !run.terms.background.mix.empty(); });
}

bool may_not_start(Study const& study) {
    return std::ranges::any_of(
        answer_rows(study),
        [](AnswerRow const& row) { return !starts_of(*row.outcome).always_started(); });
}

std::string short_notes(Study const& study, RankBy by, bool alone) {
    std::string out;
    if (is_busy(study)) {
        auto const replicates =
            shared_by_all(study.runs, [](RunAnswer const& run) { return run.terms.replicates; });
        out += fmt::format("Wait: the range{} in a simulated queue of assumed users. ",
                           replicates ? fmt::format(" of {} replicates", *replicates) : "");
        out += by == RankBy::end ? "It rests on your evidence, so the soonest end decides.\n"
                                 : "No evidence of the real queues: it does not decide "
                                   "(docs/waits.md).\n";
    } else {
        out += "The machines are empty: there are no other jobs (`background: {mix: typical}` adds "
               "the usual ones).\n";
    }
    out += unit_notes(answer_rows(study));
    if (!alone)
        out += fmt::format("For bills{}, ask for one size.\n",
                           is_busy(study) ? " and the picture of wait and run" : "");
    return out + "--detail: every column, terms and choices of partitions.\n" +
           incomplete_note(study);
}

std::string short_text(Study const& study,
                       std::vector<ImpossibleRun> const& impossible,
                       Format format,
                       RankBy by) {
    std::string out = emphasized(study.title, format) + "\n";
    auto const of = by == RankBy::end ? TurnaroundOf::median : TurnaroundOf::soonest;
    // Several questions are one screen of machines: pictures and bills have room beside one only.
    auto comparisons = short_comparisons(study, by, Bills::of_one_question);
    bool const alone = comparisons.size() == 1;
    for (ShortComparison& one : comparisons) {
        out += "\n" + one.heading + "\n";
        if (!one.best.empty()) out += "best: " + one.best + ".\n";
        if (alone && has_other_jobs(study))
            add_turnaround_bars(one.table, one.rows, of, format.utf8);
        out += "\n" + to_text(one.table, format);
        if (!one.left_out.empty())
            out += fmt::format("{} more, in the same order: {}.\n",
                               one.left_out.size(),
                               fmt::join(one.left_out, ", "));
    }
    if (Table const whole = whole_queue_table(study); !whole.rows.empty())
        out += "\n" + to_text(whole, format);
    return out +
           paragraphs(impossible_text(impossible, format) + "\n" + short_notes(study, by, alone),
                      format);
}

}  // namespace

std::vector<ShortComparison> short_comparisons(Study const& study, RankBy by, Bills bills) {
    bool const busy = is_busy(study) || may_not_start(study);
    auto questions = ranked_questions(study, by);
    std::size_t all = 0;
    for (ComparedQuestion const& question : questions) all += question.rows.size();
    std::size_t const each =
        all <= most_rows ? all : std::max<std::size_t>(3, most_rows / questions.size());
    std::vector<ShortComparison> out;
    for (ComparedQuestion& question : questions) {
        ShortComparison one;
        one.heading = question.name;
        if (std::string const work = common_work(question); !work.empty())
            one.heading += ": " + work;
        one.best = best_machine(question, by);
        if (question.rows.size() > each) {
            for (std::size_t i = each; i < question.rows.size(); ++i)
                one.left_out.push_back(row_name(question, question.rows[i]));
            question.rows.resize(each);
        }
        one.table = short_table(question, busy, bills == Bills::shown || questions.size() == 1);
        one.rows = question.rows;
        out.push_back(std::move(one));
    }
    return out;
}

std::string comparison_text(Study const& study,
                            std::vector<ImpossibleRun> const& impossible,
                            Format format,
                            RankBy by) {
    if (format == Format::json) return comparison_json(study, impossible);
    if (format == Format::csv) return to_text(comparison_values(study, impossible), format);
    if (format == Format::table && !format.detail) return short_text(study, impossible, format, by);
    constexpr std::size_t page = 100;  // characters of a LaTeX table in small print
    std::string out = emphasized(study.title, format) + "\n";
    std::string best;
    for (ShortComparison const& one : short_comparisons(study, by, Bills::shown))
        if (!one.best.empty()) best += fmt::format("{}; best: {}.\n", one.heading, one.best);
    if (!best.empty()) out += "\n" + paragraphs(best, format);
    for (Table const& table : {comparison_table(study, by), whole_queue_table(study)}) {
        if (table.rows.empty()) continue;
        for (Table const& part : format == Format::latex ? folded(table, page) : std::vector{table})
            out += "\n" + to_text(part, format);
    }
    return out +
           paragraphs(impossible_text(impossible, format) + "\n" + comparison_notes(study), format);
}

}  // namespace clustersim
