// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/run/study_page.hpp"

#include "sim/commands/run/wait_chart.hpp"
#include "sim/report/folded_table.hpp"
#include "sim/report/html/fabric_section.hpp"
#include "sim/report/html/page_inputs.hpp"
#include "sim/report/html/page_lines.hpp"
#include "sim/report/html/roofline_chart.hpp"
#include "sim/report/html/row_name.hpp"
#include "sim/report/html/study_charts.hpp"
#include "sim/report/html/study_queue.hpp"
#include "sim/report/html/turnaround_chart.hpp"
#include "sim/report/html/whole_queue_charts.hpp"
#include "sim/report/long_run_table.hpp"
#include "sim/report/metric_columns.hpp"
#include "sim/report/queue_table.hpp"
#include "sim/report/spread_table.hpp"
#include "sim/report/study_table.hpp"
#include "sim/report/study_terms.hpp"
#include "sim/study/metric_table.hpp"
#include "sim/study/metric_text.hpp"

#include <fmt/format.h>

#include <cctype>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

/// The value of a metric with its unit: "105 GPU-h".
std::string with_unit(Metric const& metric, JobOutcome const& outcome) {
    std::string text = metric_text(metric, outcome).value_or("");
    std::string const unit = metric.name == "node_hours" ? "node-h" : unit_at_site(metric, outcome);
    bool const has_unit = unit.empty() || metric.name == "billed";
    return text.empty() || has_unit ? text : text + " " + unit;
}

/// The numbers of the only job.
std::vector<PageCard> cards_of_one(JobOutcome const& outcome) {
    std::vector<PageCard> cards;
    for (char const* name : {"turnaround_median_s",
                             "wait_median_s",
                             "runtime_s",
                             "gpu_hours",
                             "node_hours",
                             "billed",
                             "energy_J"}) {
        Metric const& metric = metric_named(name);
        std::string text = with_unit(metric, outcome);
        if (text.empty()) continue;
        std::string title(metric.title);
        title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
        cards.push_back({std::move(title), std::move(text), {}});
    }
    return cards;
}

/// The row in which a metric is lowest.
void add_lowest(std::vector<PageCard>& cards,
                std::string title,
                std::string_view name,
                Study const& study) {
    auto const rows = answer_rows(study);
    Metric const& metric = metric_named(name);
    AnswerRow const* best = nullptr;
    for (AnswerRow const& row : rows) {
        auto const value = metric.value(*row.outcome);
        if (value && (best == nullptr || *value < metric.value(*best->outcome))) best = &row;
    }
    if (best != nullptr)
        cards.push_back(
            {std::move(title), with_unit(metric, *best->outcome), RowNames(study)(*best)});
}

std::vector<PageCard> cards_of(Study const& study) {
    auto const rows = answer_rows(study);
    if (rows.size() == 1) return cards_of_one(*rows.front().outcome);
    std::vector<PageCard> cards;
    // Jobs of one run are parts of one answer: the lowest of them says nothing.
    if (study.runs.size() != rows.size()) return cards;
    add_lowest(cards, "Soonest end", "turnaround_median_s", study);
    add_lowest(cards, "Shortest wait", "wait_median_s", study);
    add_lowest(cards, "Shortest run time", "runtime_s", study);
    add_lowest(cards, "Fewest node-hours", "node_hours", study);
    add_lowest(cards, "Least energy", "energy_J", study);
    return cards;
}

PageSection answers_of(Study const& study) {
    PageSection section{"Answers", {}, {}};
    for (Table& part : folded(study_table(study), screen_width))
        section.items.emplace_back(PageTable{{}, std::move(part)});
    if (has_other_jobs(study)) {
        auto const rows = answer_rows(study);
        RowNames const row_name(study);
        std::vector<std::string> names;
        for (AnswerRow const& row : rows) names.push_back(row_name(row));
        if (auto chart = turnaround_chart(rows, names, TurnaroundOf::median))
            section.items.emplace_back(std::move(*chart));
    }
    auto const add = [&](char const* title, Table table) {
        if (!table.rows.empty()) section.items.emplace_back(PageTable{title, std::move(table)});
    };
    add("What makes the turnaround uncertain", spread_table(study));
    add("Input of data", input_table(study));
    add("Runs over several submissions", campaign_table(study));
    add("Times of single batches", batch_table(study));
    add("All jobs of the queue", whole_queue_table(study));
    add("Differences from the first run", change_table(study));
    for (std::string& note : lines_of(study_notes(study)))
        section.items.emplace_back(PageText{std::move(note)});
    return section;
}

}  // namespace

ReportPage
study_page(Study const& study, std::span<JobFabric const> fabrics, StudyInputs const& inputs) {
    ReportPage page;
    page.kind = "run";
    page.title = study.title;
    page.complete = study.complete;
    page.lead = lines_of(study_heading(study));
    // The heading starts with the title.
    if (!page.lead.empty() && page.lead.front() == study.title) page.lead.erase(page.lead.begin());
    page.cards = cards_of(study);
    page.sections.push_back(answers_of(study));
    add_queue_section(page, study);
    add_wait_section(page, study);
    add_priority_section(page, study);
    add_whole_queue_section(page, study);
    add_change_section(page, study);
    add_study_charts(page, study);
    add_roofline_section(page, study);
    add_fabric_section(page, study, fabrics);
    page.terms.emplace_back("terms", terms_sentence(study));
    add_inputs(page, inputs);
    return page;
}

}  // namespace clustersim
