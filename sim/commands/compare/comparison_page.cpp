// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/compare/comparison_page.hpp"

#include "sim/commands/compare/comparison_table.hpp"
#include "sim/commands/compare/comparison_text.hpp"
#include "sim/report/folded_table.hpp"
#include "sim/report/html/fabric_section.hpp"
#include "sim/report/html/page_inputs.hpp"
#include "sim/report/html/page_lines.hpp"
#include "sim/report/html/roofline_chart.hpp"
#include "sim/report/html/study_charts.hpp"
#include "sim/report/html/study_queue.hpp"
#include "sim/report/html/turnaround_chart.hpp"
#include "sim/report/html/whole_queue_charts.hpp"
#include "sim/report/queue_table.hpp"
#include "sim/report/study_terms.hpp"
#include "sim/study/metric_table.hpp"
#include "sim/study/metric_text.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

PageTable impossible_table(std::vector<ImpossibleRun> const& impossible) {
    PageTable out{"Not possible", {}};
    for (char const* title : {"system", "variant", "reason"}) out.table.add_column(title, false);
    for (ImpossibleRun const& run : impossible)
        out.table.rows.push_back({run.system, run.variant, run.reason});
    return out;
}

/// The best machine of each question. What tells no machine apart has no card.
std::vector<PageCard> best_cards(Study const& study, RankBy by) {
    constexpr std::size_t most_cards = 6;
    std::vector<PageCard> cards;
    for (ComparedQuestion const& question : ranked_questions(study, by)) {
        if (best_machine(question, by).empty() || cards.size() == most_cards) continue;
        AnswerRow const& best = question.rows.front();
        Metric const& cost = metric_named(best.outcome->gpus > 0 ? "gpu_hours" : "node_hours");
        std::string const unit =
            best.outcome->gpus > 0 ? unit_at_site(cost, *best.outcome) : "node-h";
        cards.push_back(
            {"Best of " + question.name,
             best.place().system,
             fmt::format("{} {}, run time {}",
                         metric_text(cost, *best.outcome).value_or("–"),
                         unit,
                         metric_text(metric_named("runtime_s"), *best.outcome).value_or("–"))});
    }
    return cards;
}

/// Wait + run = turnaround on the machines of a question.
std::optional<BarChart> machines_chart(ComparedQuestion const& question, RankBy by) {
    std::vector<std::string> names;
    for (AnswerRow const& row : question.rows) names.push_back(row_name(question, row));
    auto chart = turnaround_chart(
        question.rows, names, by == RankBy::end ? TurnaroundOf::median : TurnaroundOf::soonest);
    if (chart) {
        chart->title += ": " + question.name;
        chart->by = question.one_machine ? "job" : "machine";
    }
    return chart;
}

/// The short tables, one for each question, each with its picture.
void add_short_tables(PageSection& answers, Study const& study, RankBy by) {
    auto const questions = ranked_questions(study, by);
    auto shorts = short_comparisons(study, by, Bills::shown);
    for (std::size_t i = 0; i < shorts.size(); ++i) {
        ShortComparison& one = shorts[i];
        if (!one.best.empty()) answers.items.emplace_back(PageText{"Best: " + one.best + "."});
        answers.items.emplace_back(PageTable{one.heading, std::move(one.table)});
        if (!has_other_jobs(study)) continue;
        if (auto chart = machines_chart(questions[i], by))
            answers.items.emplace_back(std::move(*chart));
    }
}

/// Every column, in tables that fit on a screen.
PageSection all_columns(Study const& study, RankBy by) {
    PageSection section{"Every column", {}, {}};
    for (Table& part : folded(comparison_table(study, by), screen_width))
        section.items.emplace_back(PageTable{{}, std::move(part)});
    return section;
}

}  // namespace

ReportPage comparison_page(Study const& study,
                           std::span<MachineQueue const> queues,
                           std::span<JobFabric const> fabrics,
                           std::vector<ImpossibleRun> const& impossible,
                           StudyInputs const& inputs,
                           RankBy by) {
    ReportPage page;
    page.kind = "compare";
    page.title = study.title;
    page.complete = study.complete;
    PageSection answers{"Answers", {}, {}};
    page.cards = best_cards(study, by);
    add_short_tables(answers, study, by);
    if (Table whole = whole_queue_table(study); !whole.rows.empty())
        answers.items.emplace_back(PageTable{"All jobs of the queues", std::move(whole)});
    if (!impossible.empty()) answers.items.emplace_back(impossible_table(impossible));
    for (std::string& note : lines_of(comparison_notes(study)))
        answers.items.emplace_back(PageText{std::move(note)});
    page.sections.push_back(std::move(answers));
    page.sections.push_back(all_columns(study, by));
    add_queue_section(page, study, queues);
    add_wait_section(page, study);
    add_whole_queue_section(page, study);
    add_study_charts(page, study);
    add_roofline_section(page, study);
    add_fabric_section(page, study, fabrics);
    page.terms.emplace_back("terms", terms_sentence(study));
    add_inputs(page, inputs);
    return page;
}

}  // namespace clustersim
