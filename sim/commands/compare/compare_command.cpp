// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/report_option.hpp"
#include "sim/cli/study_options.hpp"
#include "sim/commands/compare/comparison_page.hpp"
#include "sim/commands/compare/comparison_text.hpp"
#include "sim/report/html/page_json.hpp"
#include "sim/scenario/given_path.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "sim/study/compare.hpp"
#include "sim/study/job_fabrics.hpp"
#include "sim/study/machine_queues.hpp"
#include "sim/study/run_study.hpp"
#include "sim/study/settle_warm_ups.hpp"

#include <fmt/format.h>

#include <memory>
#include <vector>

namespace clustersim {
namespace {

struct CompareCommand {
    StudyQuestion study;
    unsigned workers = 0;
    std::vector<std::string> systems{"all"};
    std::vector<int> nodes;
    std::vector<int> gpus;
    std::filesystem::path report;
    Format format = Format::table;
};

std::vector<std::string> named_systems(CompareCommand const& command, Library const& library) {
    if (command.systems == std::vector<std::string>{"all"})
        return machine_catalogue(library.systems).names();
    std::vector<std::string> systems;
    for (std::string const& one : command.systems)
        systems.push_back(given_path(one, library.scenario_folder));
    return systems;
}

void compare(CompareCommand const& command, CommandContext& context) {
    RunOptions const options = run_options(command.study.file.path, command.workers, context);
    auto document = read_document(command.study);
    if (context.value_of(document) == nullptr) return;
    if (!command.nodes.empty() || !command.gpus.empty()) {
        auto swept = command.gpus.empty() ? with_node_counts(std::move(*document), command.nodes)
                                          : with_gpu_counts(std::move(*document), command.gpus);
        if (context.value_of(swept) == nullptr) return;
        *document = std::move(*swept);
    }
    auto comparison =
        resolve_comparison(*document,
                           named_systems(command, options.library),
                           options.library,
                           command.nodes.empty() ? EqualSize::devices : EqualSize::nodes);
    if (context.value_of(comparison) == nullptr) return;
    if (comparison->runs.empty()) {
        context.report(none_possible(comparison->impossible,
                                     "none of the machines can run any of the variants"));
        return;
    }
    auto report = ReportFile::open(command.report);
    if (context.value_of(report) == nullptr) return;
    // The queues of the pictures are those of the answer, with the same warm-up.
    if (!command.report.empty()) settle_warm_ups(comparison->runs, options);
    Study const study = run_study(comparison->runs, options);
    std::vector<MachineQueue> queues;
    if (!command.report.empty() && study.complete)
        queues = machine_queues(comparison->runs, study, options);
    RankBy const by = waits_may_decide(comparison->runs) ? RankBy::end : RankBy::cost;
    context.report(study.warnings);
    context.print(comparison_text(study, comparison->impossible, command.format, by));
    if (command.format.detail || command.format != Format::table)
        print_choices(comparison->runs, command.format, context);
    if (!command.report.empty())
        report->write(page_json(comparison_page(study,
                                                queues,
                                                job_fabrics(comparison->runs, study),
                                                comparison->impossible,
                                                inputs_of(comparison->runs),
                                                by)),
                      context);
    if (!study.complete) context.set_interrupted();
}

}  // namespace

void add_compare_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand("compare",
                                   "Run one scenario on several machines and compare the answers");
    auto command = std::make_shared<CompareCommand>();
    add_study_options(*sub, command->study, command->workers);
    sub->add_option(
           "--systems",
           command->systems,
           "machines, separated by commas; each uses a partition of the scenario's kind that "
           "admits the jobs")
        ->delimiter(',')
        ->takes(ValueKind::system, "SYSTEM,…")
        ->allow_extra_args(false)
        ->default_val("all")
        ->example("leonardo,lumi");
    auto* nodes = sub->add_option("--nodes",
                                  command->nodes,
                                  "node counts of the job on every machine, such as 1,2,4,8; "
                                  "without it, machines get equal numbers of GPUs")
                      ->delimiter(',')
                      ->between(1, 1'000'000)
                      ->allow_extra_args(false)
                      ->unit("nodes")
                      ->example("1,2,4,8");
    sub->add_option(
           "--gpus", command->gpus, "GPUs of the whole job on every machine, such as 8,32,128")
        ->delimiter(',')
        ->between(1, 1'000'000)
        ->allow_extra_args(false)
        ->excludes(nodes)
        ->unit("GPUs")
        ->example("8,32,128");
    add_report_option(*sub, command->report);
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
