// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/allocation_page.hpp"

#include "sim/commands/allocate/allocation_text.hpp"
#include "sim/commands/allocate/machine_choice_text.hpp"
#include "sim/commands/allocate/project_time.hpp"
#include "sim/commands/allocate/rules_text.hpp"
#include "sim/commands/allocate/storage_text.hpp"
#include "sim/core/human.hpp"
#include "sim/report/folded_table.hpp"
#include "sim/report/html/page_inputs.hpp"
#include "sim/report/html/page_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace clustersim {
namespace {

/// The stages of each machine, one after the other.
BarChart stages_over_time(Allocations const& found) {
    BarChart chart;
    chart.title = "Stages over time";
    chart.note = "Medians over the sampled projects; a stage includes its waits.";
    chart.unit = "s";
    chart.by = "machine";
    chart.stacked = true;
    for (PlannedProject const& one : found.machines) {
        chart.categories.push_back(one.system);
        for (std::size_t i = 0; i < one.stages.size(); ++i) {
            PlannedStage const& stage = one.stages[i];
            if (chart.series.size() <= i) chart.series.push_back({stage.stage->name, {}, {}, {}});
            chart.series[i].values.emplace_back(stage.end - stage.begin);
        }
    }
    return chart;
}

/// Wait + run of each machine.
BarChart project_times(Allocations const& found) {
    BarChart chart;
    chart.title = "Wait + run = time of the project";
    chart.note = "The line goes to the time in which 95 % of the sampled projects end.";
    chart.unit = "s";
    chart.by = "machine";
    chart.stacked = true;
    chart.numbers = true;
    BarSeries wait{"wait", {}, {}, {}};
    BarSeries run{"run", {}, {}, {}};
    for (PlannedProject const& one : found.machines) {
        TurnaroundParts const parts = project_parts(one);
        chart.categories.push_back(one.system);
        wait.values.emplace_back(parts.wait);
        run.values.emplace_back(parts.run);
        chart.low.emplace_back(parts.low);
        chart.high.emplace_back(parts.high);
    }
    chart.series = {std::move(wait), std::move(run)};
    return chart;
}

BarChart upto_bars(Allocations const& found,
                   std::string title,
                   std::string unit,
                   Upto PlannedProject::*member) {
    BarChart chart;
    chart.title = std::move(title);
    chart.note = "Line: the upper end of the prediction.";
    chart.numbers = true;
    chart.unit = std::move(unit);
    chart.by = "machine";
    BarSeries bars{chart.title, {}, {}, {}};
    for (PlannedProject const& one : found.machines) {
        Upto const& value = one.*member;
        chart.categories.push_back(one.system);
        bars.values.emplace_back(value.value);
        bars.low.emplace_back(value.value);
        bars.high.emplace_back(value.high);
    }
    chart.series.push_back(std::move(bars));
    return chart;
}

BarChart month_bars(PlannedProject const& one) {
    BarChart chart;
    chart.title = fmt::format("Request by month on {}", one.system);
    chart.unit = one.asked.unit;
    chart.by = "month";
    BarSeries asked{"request", {}, {}, {}};
    for (MonthUse const& use : one.months) {
        chart.categories.push_back(use.month);
        asked.values.emplace_back(use.asked);
    }
    chart.series.push_back(std::move(asked));
    return chart;
}

/// "GCD-h" if all machines count GCDs, "device-h" if their devices differ.
std::string device_hours(Allocations const& found) {
    std::set<std::string> devices;
    for (PlannedProject const& one : found.machines)
        for (PlannedStage const& stage : one.stages)
            if (JobOutcome const& job = stage.choice->outcome(); job.gpus > 0)
                devices.insert(job.bill.device);
    return (devices.size() == 1 ? *devices.begin() : "device") + "-h";
}

std::vector<PageCard> allocation_cards(PlannedProject const& first) {
    std::vector<PageCard> cards{
        {"Ask for",
         fmt::format("{} {}", human_number(first.asked.value), first.asked.unit),
         "on " + first.system},
        {"Time", project_time_text(first), "at the latest " + human(seconds(first.time_high))}};
    if (first.mode) cards.push_back({"Access mode", std::string(first.mode->mode->name), {}});
    return cards;
}

}  // namespace

ReportPage allocation_page(Project const& project,
                           Allocations const& found,
                           Date start,
                           StudyInputs const& inputs) {
    ReportPage page;
    page.kind = "allocate";
    page.title = project.title;
    page.lead.push_back(
        project.deadline
            ? fmt::format("From {} to {}.", date_text(start), date_text(*project.deadline))
            : fmt::format("From {}.", date_text(start)));
    PlannedProject const& first = found.machines.front();
    page.cards = allocation_cards(first);
    PageSection answers{"Answers", {}, {}};
    for (Table& part : folded(machines_table(found, start), screen_width))
        answers.items.emplace_back(PageTable{{}, std::move(part)});
    answers.items.emplace_back(project_times(found));
    for (std::string& line : lines_of(machine_choice_text(project, found)))
        answers.items.emplace_back(PageText{std::move(line)});
    for (std::string& note : lines_of(allocation_notes(project, found)))
        answers.items.emplace_back(PageText{std::move(note)});
    page.sections.push_back(std::move(answers));
    PageSection machines{"Machines", {}, {}};
    machines.items.emplace_back(stages_over_time(found));
    machines.items.emplace_back(
        upto_bars(found, "Node-hours", "node-h", &PlannedProject::node_hours));
    if (std::ranges::any_of(found.machines,
                            [](PlannedProject const& one) { return one.gpu_hours.value > 0.0; }))
        machines.items.emplace_back(
            upto_bars(found, "Device-hours", device_hours(found), &PlannedProject::gpu_hours));
    page.sections.push_back(std::move(machines));
    PageSection best{"On " + first.system, {}, {}};
    best.items.emplace_back(PageTable{"Stages", stages_table(first)});
    if (first.months.size() > 1) {
        best.items.emplace_back(PageTable{"Months", months_table(first)});
        best.items.emplace_back(month_bars(first));
    }
    if (!first.storage.empty()) best.items.emplace_back(PageTable{"Files", storage_table(first)});
    for (RuleCheck const& rule : first.rules)
        if (rule.scaling && !rule.scaling->points.empty())
            best.items.emplace_back(
                PageTable{scaling_title(*rule.scaling), scaling_table(*rule.scaling)});
    page.sections.push_back(std::move(best));
    page.terms.emplace_back("seed", fmt::format("{}", project.seed));
    add_inputs(page, inputs);
    return page;
}

}  // namespace clustersim
