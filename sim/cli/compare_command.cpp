// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/choice_option.hpp"
#include "sim/cli/study_options.hpp"
#include "sim/report/comparison_table.hpp"
#include "sim/study/compare.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace clustersim {
namespace {

struct CompareCommand {
    StudyOptions study;
    std::vector<std::string> systems;
    Format format = Format::table;
};

void compare(CompareCommand const& command, CommandContext& context) {
    RunOptions const options = command.study.run_options(context);
    auto const document = read_document(command.study, context);
    if (!document) return;
    auto comparison = resolve_comparison(*document, command.systems, options.library);
    if (context.value_of(comparison) == nullptr) return;
    if (comparison->runs.empty()) {
        comparison->impossible.add(
            problem(Code::never_fits, "none of the machines can run any of the variants"));
        context.report(comparison->impossible);
        return;
    }
    Study const study = run_study(comparison->runs, options);
    context.report(study.warnings);
    context.print(comparison_text(study, command.format));
    print_choices(comparison->runs, command.format, context);
    context.report(comparison->impossible);
    if (!study.complete) context.set_interrupted();
}

}  // namespace

void add_compare_command(CLI::App& app, CommandContext& context) {
    auto* sub = app.add_subcommand("compare",
                                   "Run one scenario on several machines and compare the answers");
    auto command = std::make_shared<CompareCommand>();
    add_study_options(*sub, command->study);
    sub->add_option("--systems",
                    command->systems,
                    "machines, separated by commas; each uses a partition of the scenario's kind "
                    "that admits the jobs")
        ->delimiter(',')
        ->required()
        ->type_name("NAME,…")
        ->allow_extra_args(false);
    add_format_option(*sub, command->format);
    sub->footer(
        "Examples:\n"
        "  clustersim compare scenarios/first-steps/quickstart.yaml --systems "
        "leonardo,lumi,marenostrum5\n"
        "  clustersim compare study.yaml --systems jupiter,./my-cluster.yaml --format markdown\n"
        "See also: clustersim systems list");
    sub->callback([command, &context] { compare(*command, context); });
}

}  // namespace clustersim
