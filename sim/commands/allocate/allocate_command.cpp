// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/report_option.hpp"
#include "sim/cli/study_options.hpp"
#include "sim/cli/today.hpp"
#include "sim/commands/allocate/allocate_project.hpp"
#include "sim/commands/allocate/allocation_page.hpp"
#include "sim/commands/allocate/allocation_text.hpp"
#include "sim/report/html/page_json.hpp"

#include <filesystem>
#include <memory>
#include <utility>

namespace clustersim {
namespace {

struct AllocateCommand {
    StudyQuestion study;
    std::string mode;
    unsigned workers = 0;
    bool force = false;
    std::filesystem::path report;
    bool page = false;
    Format format = Format::table;
};

void print_allocation(AllocateCommand const& command, CommandContext& context) {
    RunOptions const options = run_options(command.study.file.path, command.workers, context);
    auto prepared = prepare_project({command.study, today(), command.mode}, options.library);
    if (context.value_of(prepared) == nullptr) return;
    auto report = ReportFile::open(command.report);
    if (context.value_of(report) == nullptr) return;
    StudyInputs inputs;
    bool const pictures = !command.report.empty() || command.page;
    if (pictures) inputs = inputs_of(prepared->runs.runs);
    auto const found = allocate_project(std::move(*prepared), options);
    AllocationAnswer const* answer = context.answer_of(found);
    if (answer == nullptr) return;
    if (!answer->complete()) {
        context.set_interrupted();
        return;
    }
    if (answer->found.machines.empty()) {
        context.report(answer->refused);
        return;
    }
    Project const& project = answer->project();
    std::string const page =
        pictures ? page_json(allocation_page(project, answer->found, answer->start, inputs)) : "";
    context.print(command.page
                      ? page
                      : allocation_text(project, answer->found, answer->start, command.format));
    report->write(page, context);
    if (!command.force) context.report(answer->refused);
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
    sub->add_option("--mode",
                    command->mode,
                    "the access mode to ask for, in place of the project's own or of its budget")
        ->type_name("NAME")
        ->example("development");
    sub->add_flag(
        "--force",
        command->force,
        "accept a project that needs more than is granted, or that breaks a rule of access");
    add_report_option(*sub, command->report);
    add_page_option(*sub, command->page);
    add_format_option(*sub,
                      command->format,
                      document_format_names,
                      "output format; markdown and latex are the compute section of a proposal");
    sub->footer("Examples:\n"
                "  clustersim allocate scenarios/projects/llama-7b-on-lumi.yaml\n"
                "  clustersim allocate project.yaml --set deadline=2027-06-30 --format latex\n"
                "  clustersim allocate project.yaml --mode regular\n"
                "See also: clustersim compare, scenarios/README.md");
    sub->callback([command, &context] { print_allocation(*command, context); });
}

}  // namespace clustersim
