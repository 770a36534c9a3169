// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/report_option.hpp"
#include "sim/cli/study_options.hpp"
#include "sim/commands/allocate/allocate.hpp"
#include "sim/commands/allocate/allocation_page.hpp"
#include "sim/commands/allocate/allocation_text.hpp"
#include "sim/commands/allocate/shortfall_text.hpp"
#include "sim/report/html/page_json.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>

namespace clustersim {
namespace {

struct AllocateCommand {
    StudyQuestion study;
    unsigned workers = 0;
    bool force = false;
    std::filesystem::path report;
    Format format = Format::table;
};

Date today() {
    return std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
}

/// The project with the options of the command line, or nothing and a report.
std::optional<Project> project_of(AllocateCommand const& command, CommandContext& context) {
    auto document = read_yaml_extended(command.study.file, find_parent_file);
    if (context.value_of(document) == nullptr) return std::nullopt;
    auto changed = with_settings(std::move(*document), command.study.settings());
    if (context.value_of(changed) == nullptr) return std::nullopt;
    auto project = read_project(*changed);
    if (context.value_of(project) == nullptr) return std::nullopt;
    return std::move(*project);
}

Diagnostics in_the_past(Project const& project, Date start) {
    Diagnostics problems;
    if (project.deadline && *project.deadline <= start)
        problems.add(problem_at(project.deadline_place,
                                Code::out_of_range,
                                fmt::format("the deadline of {} is not after the start of {}",
                                            date_text(*project.deadline),
                                            date_text(start))));
    return problems;
}

void allocate_project(AllocateCommand const& command, CommandContext& context) {
    RunOptions const options = run_options(command.study.file.path, command.workers, context);
    auto const project = project_of(command, context);
    if (!project) return;
    Date const start = project->start.value_or(today());
    if (auto const past = in_the_past(*project, start); past.has_errors()) {
        context.report(past);
        return;
    }
    auto runs = resolve_stages(*project, options.library);
    if (context.value_of(runs) == nullptr) return;
    auto report = ReportFile::open(command.report);
    if (context.value_of(report) == nullptr) return;
    StudyInputs inputs;
    if (!command.report.empty()) inputs = inputs_of(runs->runs);
    StageChoices const choices = stage_choices(*project, std::move(*runs), options);
    context.report(choices.warnings);
    if (!choices.complete) {
        context.set_interrupted();
        return;
    }
    Allocations const found = allocate(*project, choices, start);
    if (found.machines.empty()) {
        context.report(none_possible(found.impossible, "none of the machines can run all stages"));
        return;
    }
    context.print(allocation_text(*project, found, start, command.format));
    if (!command.report.empty())
        report->write(page_json(allocation_page(*project, found, start, inputs)), context);
    PlannedProject const& best = found.machines.front();
    if (!best.shortfalls.too_much || command.force) return;
    Diagnostics refused;
    refused.add(problem(
        Code::never_fits,
        fmt::format("the project needs {:.0f} % of what is granted", 100.0 * best.granted_share),
        "fewer or smaller runs, or --force"));
    context.report(refused);
}

}  // namespace

void add_allocate_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand(
        "allocate", "Plan a project of several stages: what to ask for, when it ends");
    auto command = std::make_shared<AllocateCommand>();
    add_study_options(*sub,
                      command->study,
                      command->workers,
                      "PROJECT",
                      "the project (- for stdin)",
                      ValueKind::project);
    sub->add_flag("--force", command->force, "accept a project that needs more than is granted");
    add_report_option(*sub, command->report);
    add_format_option(*sub,
                      command->format,
                      document_format_names,
                      "output format; markdown and latex are the compute section of a proposal");
    sub->footer("Examples:\n"
                "  clustersim allocate scenarios/projects/llama-7b-on-lumi.yaml\n"
                "  clustersim allocate project.yaml --set deadline=2027-06-30 --format latex\n"
                "See also: clustersim compare, scenarios/README.md");
    sub->callback([command, &context] { allocate_project(*command, context); });
}

}  // namespace clustersim
