// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/allocation_text.hpp"

#include "sim/commands/allocate/allocation_json.hpp"
#include "sim/commands/allocate/machine_choice_text.hpp"
#include "sim/commands/allocate/project_time.hpp"
#include "sim/commands/allocate/proposal_text.hpp"
#include "sim/commands/allocate/rules_text.hpp"
#include "sim/commands/allocate/run_text.hpp"
#include "sim/commands/allocate/shortfall_text.hpp"
#include "sim/commands/allocate/storage_text.hpp"
#include "sim/core/human.hpp"
#include "sim/report/access_text.hpp"
#include "sim/report/impossible_text.hpp"
#include "sim/report/number_text.hpp"
#include "sim/report/plan_notes.hpp"
#include "sim/report/wait_range.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace clustersim {
namespace {

Date day_after(Date start, double time) {
    return start + std::chrono::days{static_cast<int>(std::ceil(time / 86400.0))};
}

std::string hours_text(Upto const& hours) {
    if (hours.high <= hours.value) return human_number(hours.value);
    return fmt::format("{} (up to {})", human_number(hours.value), human_number(hours.high));
}

std::string limits_sentence(Project const& project) {
    std::string out = "Request: the upper ends of the predictions";
    if (project.reserve > 0.0)
        out += fmt::format(" and a reserve of {}", human_percent(project.reserve));
    return out + ", in the unit of the access mode or of the budget. At the latest: 95 % of the "
                 "sampled projects end by then. Time: the median, or, if the waits do not tell it "
                 "to a factor of two, from no wait at all to the latest end.\n";
}

/// "676 GPU BU + 12 CPU BU"
std::string charges_text(std::vector<Charge> const& charges) {
    std::vector<std::string> parts;
    for (Charge const& charge : charges)
        parts.push_back(fmt::format("{} {}", hours_text(charge.amount), charge.unit));
    return fmt::format("{}", fmt::join(parts, " + "));
}

/// The jobs of all machines, for notes on their plans.
std::vector<AnswerRow> training_rows(Allocations const& found) {
    std::vector<AnswerRow> rows;
    for (PlannedProject const& one : found.machines)
        for (PlannedStage const& stage : one.stages)
            rows.push_back({&stage.choice->answer, &stage.choice->outcome()});
    return rows;
}

Table values_table(Allocations const& found) {
    Table table;
    for (char const* title : {"system", "stage"}) table.add_column(title, false);
    for (char const* title : {"runs",
                              "nodes",
                              "node_hours",
                              "node_hours_high",
                              "gpu_hours",
                              "begin_s",
                              "end_s",
                              "efficiency"})
        table.add_column(title);
    for (PlannedProject const& one : found.machines) {
        for (PlannedStage const& stage : one.stages) {
            std::vector<std::string> row{one.system,
                                         stage.stage->name,
                                         std::to_string(stage.stage->repeat),
                                         std::to_string(stage.choice->nodes)};
            for (double const value : {stage.node_hours.value,
                                       stage.node_hours.high,
                                       stage.gpu_hours.value,
                                       stage.begin,
                                       stage.end,
                                       stage.efficiency})
                row.push_back(number_text(value));
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

}  // namespace

Table machines_table(Allocations const& found, Date start) {
    Table table;
    table.add_column("system", false);
    for (char const* title : {"nodes", "node-h", "request"}) table.add_column(title);
    table.add_column("access mode", false);
    for (char const* title : {"time", "ends", "at the latest", "billed"}) table.add_column(title);
    for (PlannedProject const& one : found.machines) {
        std::string nodes;
        for (PlannedStage const& stage : one.stages)
            nodes += fmt::format("{}{}", nodes.empty() ? "" : ", ", stage.choice->nodes);
        table.rows.push_back({one.system,
                              nodes,
                              hours_text(one.node_hours),
                              fmt::format("{} {}", human_number(one.asked.value), one.asked.unit),
                              one.mode ? access_text(*one.mode) : "–",
                              project_time_text(one),
                              knows_median_time(one) ? date_text(day_after(start, one.time)) : "–",
                              date_text(day_after(start, one.time_high)),
                              charges_text(one.charges)});
    }
    return table;
}

Table stages_table(PlannedProject const& one) {
    Table table;
    table.add_column("stage", false);
    for (char const* title : {"runs", "nodes", "one run", "wait (range)", "node-h", "efficiency"})
        table.add_column(title);
    bool const limited = std::ranges::any_of(
        one.stages, [](PlannedStage const& stage) { return stage.carried.has_value(); });
    if (limited) table.add_column("runs that fit");
    for (PlannedStage const& stage : one.stages) {
        JobOutcome const& outcome = stage.choice->outcome();
        table.rows.push_back({stage.stage->name,
                              std::to_string(stage.stage->repeat),
                              std::to_string(stage.choice->nodes),
                              run_text(outcome),
                              wait_text_of(outcome),
                              hours_text(stage.node_hours),
                              human_percent(stage.efficiency)});
        if (limited)
            table.rows.back().push_back(
                stage.carried ? human_number(static_cast<double>(*stage.carried)) : "–");
    }
    return table;
}

Table months_table(PlannedProject const& one) {
    Table table;
    for (char const* title : {"month", "node-h", "request"}) table.add_column(title);
    for (MonthUse const& use : one.months)
        table.rows.push_back({use.month,
                              human_number(use.node_hours),
                              fmt::format("{} {}", human_number(use.asked), one.asked.unit)});
    return table;
}

std::string allocation_notes(Project const& project, Allocations const& found) {
    std::string out = limits_sentence(project);
    out += plan_notes(training_rows(found));
    out += storage_sentence(project, found.machines.front());
    for (PlannedProject const& one : found.machines)
        for (std::string const& text : shortfall_texts(project, one))
            out += fmt::format("{}: {}\n", one.system, text);
    for (PlannedProject const& one : found.machines) out += rules_lines(one);
    if (std::ranges::none_of(project.stages, &Stage::pilot))
        out += "No stage is a pilot: measure a short run first, and use it with `clustersim fit "
               "pilot`. "
               "Mark it with `pilot: true`.\n";
    return out + impossible_text(found.impossible, Format::table);
}

std::string
allocation_text(Project const& project, Allocations const& found, Date start, Format format) {
    if (format == Format::json) return allocation_json(project, found, start);
    if (format == Format::csv) return to_text(values_table(found), format);
    if (format != Format::table) return proposal_text(project, found, start, format);
    std::string out = emphasized(project.title, format) + "\n";
    if (project.deadline)
        out += fmt::format("From {} to {}.\n", date_text(start), date_text(*project.deadline));
    else
        out += fmt::format("From {}.\n", date_text(start));
    out += "\n" + to_text(machines_table(found, start), format);
    if (Table const bars = project_bars(found, format.utf8); !bars.rows.empty())
        out += "\n" + to_text(bars, format);
    PlannedProject const& first = found.machines.front();
    if (std::string const why = machine_choice_text(project, found); !why.empty())
        out += "\n" + why;
    out += fmt::format("\nOn {}:\n", first.system);
    out += "\n" + to_text(stages_table(first), format);
    if (first.months.size() > 1) out += "\n" + to_text(months_table(first), format);
    if (!first.storage.empty()) out += "\n" + to_text(storage_table(first), format);
    for (RuleCheck const& rule : first.rules)
        if (rule.scaling && !rule.scaling->points.empty())
            out += fmt::format("\n{}\n\n{}",
                               scaling_title(*rule.scaling),
                               to_text(scaling_table(*rule.scaling), format));
    return out + "\n" + allocation_notes(project, found);
}

}  // namespace clustersim
