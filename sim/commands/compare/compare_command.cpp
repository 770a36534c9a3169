// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/report_option.hpp"
#include "sim/cli/study_options.hpp"
#include "sim/commands/compare/compare_machines.hpp"
#include "sim/commands/compare/comparison_page.hpp"
#include "sim/commands/compare/comparison_text.hpp"
#include "sim/report/html/page_json.hpp"
#include "sim/report/study_terms.hpp"

#include <filesystem>
#include <memory>
#include <utility>

namespace clustersim {
namespace {

struct CompareCommand {
    CompareQuestion question;
    unsigned workers = 0;
    std::filesystem::path report;
    bool page = false;
    Format format = Format::table;
};

void compare(CompareCommand& command, CommandContext& context) {
    CompareQuestion& question = command.question;
    RunOptions const options = run_options(question.study.file.path, command.workers, context);
    question.pictures = !command.report.empty() || command.page;
    auto prepared = prepare_comparison(question, options.library);
    if (context.value_of(prepared) == nullptr) return;
    auto report = ReportFile::open(command.report);
    if (context.value_of(report) == nullptr) return;
    auto const found = compare_machines(question, std::move(*prepared), options);
    ComparisonAnswer const* answer = context.answer_of(found);
    if (answer == nullptr) return;
    Study const& study = answer->study;
    ComparedRuns const& asked = answer->asked;
    if (!study.complete && fewest_replicates(study) == 0) {
        context.remark(incomplete_note(study));
        context.set_interrupted();
        return;
    }
    RankBy const by = answer->waits_decide ? RankBy::end : RankBy::cost;
    std::string const page = !question.pictures ? ""
                                                : page_json(comparison_page(study,
                                                                            answer->queues,
                                                                            answer->fabrics,
                                                                            asked.impossible,
                                                                            inputs_of(asked.runs),
                                                                            by));
    context.print(command.page ? page
                               : comparison_text(study, asked.impossible, command.format, by));
    if (!command.page && (command.format.detail || command.format != Format::table))
        print_choices(asked.runs, command.format, context);
    report->write(page, context);
    if (!study.complete) context.set_interrupted();
}

}  // namespace

void add_compare_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand("compare",
                                   "Run one scenario on several machines and compare the answers");
    auto command = std::make_shared<CompareCommand>();
    add_study_options(*sub, command->question.study, command->workers);
    sub->add_option(
           "--systems",
           command->question.systems,
           "machines, separated by commas; each uses a partition of the scenario's kind that "
           "admits the jobs")
        ->delimiter(',')
        ->takes(ValueKind::system, "SYSTEM,…")
        ->allow_extra_args(false)
        ->default_val("all")
        ->example("leonardo,lumi");
    auto* nodes = sub->add_option("--nodes",
                                  command->question.nodes,
                                  "node counts of the job on every machine, such as 1,2,4,8; "
                                  "without it, machines get equal numbers of GPUs")
                      ->delimiter(',')
                      ->between(1, 1'000'000)
                      ->allow_extra_args(false)
                      ->unit("nodes")
                      ->example("1,2,4,8");
    sub->add_option("--gpus",
                    command->question.gpus,
                    "GPUs of the whole job on every machine, such as 8,32,128")
        ->delimiter(',')
        ->between(1, 1'000'000)
        ->allow_extra_args(false)
        ->excludes(nodes)
        ->unit("GPUs")
        ->example("8,32,128");
    add_report_option(*sub, command->report);
    add_page_option(*sub, command->page);
    add_format_option(*sub, command->format, document_format_names);
    add_detail_option(*sub, command->format);
    sub->footer(
        "Examples:\n"
        "  clustersim compare scenarios/first-steps/quickstart.yaml --gpus 8,32,128\n"
        "  clustersim compare scenarios/first-steps/quickstart.yaml --systems "
        "leonardo,lumi,marenostrum5\n"
        "  clustersim compare study.yaml --systems jupiter,./my-cluster.yaml --format markdown\n"
        "See also: clustersim systems list");
    sub->callback([command, &context] { compare(*command, context); });
}

}  // namespace clustersim
