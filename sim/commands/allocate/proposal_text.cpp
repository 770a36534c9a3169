// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/proposal_text.hpp"

#include "models/application/plan_text.hpp"
#include "sim/commands/allocate/machine_choice_text.hpp"
#include "sim/commands/allocate/project_time.hpp"
#include "sim/commands/allocate/rules_text.hpp"
#include "sim/commands/allocate/run_text.hpp"
#include "sim/commands/allocate/shortfall_text.hpp"
#include "sim/commands/allocate/storage_text.hpp"
#include "sim/core/human.hpp"
#include "sim/core/version.hpp"
#include "sim/report/memory_text.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

namespace clustersim {
namespace {

std::string section(std::string_view title, Format format) {
    return format == Format::latex ? fmt::format("\\section*{{{}}}\n\n", latex_text(title))
                                   : fmt::format("## {}\n\n", markdown_text(title));
}

std::string paragraph(std::string_view text, Format format) {
    return (format == Format::latex ? latex_text(text) : std::string(text)) + "\n\n";
}

Table table_of(PlannedProject const& one) {
    Table table;
    table.add_column("Stage", false);
    for (char const* title : {"Runs", "Nodes", "Time of a run", "Node-hours", "Upper end"})
        table.add_column(title);
    for (PlannedStage const& stage : one.stages) {
        table.rows.push_back({stage.stage->name,
                              std::to_string(stage.stage->repeat),
                              std::to_string(stage.choice->nodes),
                              run_text(stage.choice->outcome()),
                              human_number(stage.node_hours.value),
                              human_number(stage.node_hours.high)});
    }
    table.rows.push_back(
        {"Sum", "", "", "", human_number(one.node_hours.value), human_number(one.node_hours.high)});
    return table;
}

/// "node-hours" for "node-h".
std::string unit_in_words(std::string const& unit) {
    return unit.ends_with("-h") ? unit + "ours" : unit;
}

std::string time_request_text(Project const& project, PlannedProject const& one, Date start) {
    std::string const place = one.stages.front().choice->answer.place.title;
    std::string const unit = unit_in_words(one.asked.unit);
    std::string out =
        fmt::format("We request {} {} on {}", human_number(one.asked.value), unit, place);
    if (one.mode && one.mode->carries()) {
        out += one.mode->share ? fmt::format(", which is {} of what {} access grants",
                                             human_percent(*one.mode->share),
                                             one.mode->mode->name)
                               : fmt::format(" with {} access", one.mode->mode->name);
    }
    out += fmt::format(". This is the upper end of the predicted need of {} {}, by the stated "
                       "uncertainty of the models",
                       human_number(one.asked.need),
                       unit);
    if (project.reserve > 0.0)
        out += fmt::format(", and a reserve of {} for work that is not planned",
                           human_percent(project.reserve));
    auto const days = std::chrono::days{static_cast<int>(std::ceil(one.time_high / 86400.0))};
    out += fmt::format(". From {}, the project takes {}{}, and ends by {} in 95 % of the "
                       "simulated cases, with waits in the queue.",
                       date_text(start),
                       project_time_text(one),
                       knows_median_time(one) ? " (median)" : "",
                       date_text(start + days));
    return out;
}

/// Why a stage runs on its number of nodes, and with which plan.
std::string stage_text(PlannedStage const& stage) {
    JobOutcome const& outcome = stage.choice->outcome();
    std::string out = fmt::format("{}: {} {} of {}",
                                  stage.stage->name,
                                  stage.choice->nodes,
                                  stage.choice->nodes == 1 ? "node" : "nodes",
                                  stage.choice->answer.place.device);
    if (stage.stage->nodes.size() > 1 && stage.efficiency == 1.0)
        out += fmt::format("; the cheapest of the {} numbers of nodes compared",
                           stage.stage->nodes.size());
    else if (stage.stage->nodes.size() > 1)
        out += fmt::format("; a run needs {} of the node-hours of the cheapest of the {} numbers "
                           "of nodes compared",
                           human_percent(1.0 / stage.efficiency),
                           stage.stage->nodes.size());
    if (outcome.training) {
        StepTime const& step = outcome.training->step;
        out += fmt::format("; a step of {:.0f} samples takes {} (parallel plan {}), {:.0f} TFLOP/s "
                           "for each device, {} of its peak, "
                           "with {} of memory in use; software assumed: {}",
                           outcome.training->plan.global_batch(),
                           human(step.total),
                           written_plan(outcome.training->plan),
                           step.per_gpu.si() / 1e12,
                           human_percent(step.mfu),
                           used_memory(step.memory),
                           outcome.training->software.empty() ? "as in the application's file"
                                                              : outcome.training->software);
        if (outcome.training->faster)
            out += fmt::format(" (a faster plan: {})", in_words(*outcome.training->faster));
    }
    if (outcome.campaign) out += fmt::format("; checkpoints of {}", human(outcome.campaign->size));
    return out + ".";
}

std::string months_text(PlannedProject const& one) {
    std::vector<std::string> parts;
    for (MonthUse const& use : one.months)
        parts.push_back(fmt::format("{} {}", use.month, human_number(use.asked)));
    return fmt::format("Request by month, in {}: {}.", one.asked.unit, fmt::join(parts, ", "));
}

}  // namespace

std::string
proposal_text(Project const& project, Allocations const& found, Date start, Format format) {
    PlannedProject const& one = found.machines.front();
    std::string out = section("Computing time: " + project.title, format);
    out += paragraph(time_request_text(project, one, start), format);
    if (std::string why = machine_choice_text(project, found); !why.empty()) {
        why.pop_back();  // its line break
        out += paragraph(why, format);
    }
    out += to_text(table_of(one), format) + "\n";
    for (PlannedStage const& stage : one.stages) out += paragraph(stage_text(stage), format);
    out += paragraph(months_text(one), format);
    out += paragraph(storage_paragraph(project, one), format);
    if (std::string const access = access_paragraph(one); !access.empty())
        out += paragraph(access, format);
    for (RuleCheck const& rule : one.rules)
        if (rule.scaling && !rule.scaling->points.empty())
            out += paragraph(scaling_title(*rule.scaling), format) +
                   to_text(scaling_table(*rule.scaling), format) + "\n";
    for (std::string const& text : shortfall_texts(project, one))
        out += paragraph("To be settled: " + text + ".", format);
    out += paragraph(fmt::format("Method: predicted with clustersim {} (roofline and collective "
                                 "models of the training step, an emulated "
                                 "Slurm with the site's published partitions, QOS and limits, the "
                                 "machine's billing rule). Every "
                                 "number of the machine has its source in the program's file of "
                                 "{}. Waits come from a simulated queue, "
                                 "not from today's.",
                                 program_version(),
                                 one.system),
                     format);
    while (out.ends_with("\n\n")) out.pop_back();
    return out;
}

}  // namespace clustersim
