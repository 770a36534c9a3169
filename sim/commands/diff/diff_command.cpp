// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/report_option.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/cli/study_options.hpp"
#include "sim/commands/diff/diff.hpp"
#include "sim/commands/diff/diff_page.hpp"
#include "sim/commands/diff/diff_text.hpp"
#include "sim/report/html/page_json.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>

namespace clustersim {
namespace {

struct DiffCommand {
    DiffQuestion question;
    std::int64_t from = 0;
    std::size_t first = 0;
    unsigned workers = 0;
    std::filesystem::path report;
    Format format = Format::table;
};

void answer_diff(DiffCommand const& command, CommandContext& context) {
    auto report = ReportFile::open(command.report);
    if (context.value_of(report) == nullptr) return;
    DiffQuestion question = command.question;
    question.swf.from = {command.from};
    if (command.first > 0) question.swf.first = command.first;
    auto const found =
        diff(question, run_options(question.files.front().path, command.workers, context));
    DiffAnswer const* const answer = context.answer_of(found);
    if (answer == nullptr) return;
    context.print(diff_text(*answer, command.format));
    if (!command.report.empty()) report->write(page_json(diff_page(*answer)), context);
}

}  // namespace

void add_diff_command(Command& app, CommandContext& context) {
    auto options = std::make_shared<DiffCommand>();
    DiffQuestion& question = options->question;
    Command* command = app.add_subcommand(
        "diff", "Compare policies, sites or Slurm releases: who gains, who loses");
    command
        ->add_option("FILE",
                     question.files,
                     "site files (with --workload), tables of replay --outcomes, scenarios or "
                     "folders of results; each is compared with the first")
        ->required()
        ->takes(ValueKind::scenario);
    command
        ->add_option("--with",
                     question.with,
                     "a further side: the first file with these changes of its policy, "
                     "\"KEY=VALUE …\" or a file with a policy (repeatable)")
        ->type_name("CHANGES")
        ->allow_extra_args(false);
    command->add_option("--set", question.set, "change the policy of every side (repeatable)")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    command
        ->add_option("--workload",
                     question.workload,
                     "the trace for site files: jobs.csv, .events or Standard Workload Format")
        ->takes(ValueKind::file, "TRACE");
    command->add_option("--first", options->first, "use only the first K jobs of the trace")
        ->at_least(1)
        ->type_name("K")
        ->unit("jobs");
    command
        ->add_option(
            "--from", options->from, "leave out jobs submitted before this second of the trace")
        ->at_least(0)
        ->type_name("SECOND")
        ->capture_default_str()
        ->unit("s");
    add_seed_option(*command, question.seed)->envname("CLUSTERSIM_SEED");
    add_replicates_option(*command, question.replicates);
    add_workers_option(*command, options->workers);
    add_report_option(*command, options->report);
    add_format_option(*command, options->format);
    command->footer(
        "Examples:\n"
        "  clustersim diff site.yaml --workload jobs.csv --with bf_max_job_test=1000\n"
        "  clustersim diff now.yaml next.yaml --workload jobs.csv --format csv\n"
        "  clustersim diff scenarios/policy/archer2.yaml --with PriorityDecayHalfLife=14-0\n"
        "  clustersim diff outcomes.csv next.yaml --workload jobs.csv\n"
        "  clustersim diff results/before-1a2b3c4d results/after-5e6f7a8b\n"
        "See also: docs/policies.md, clustersim replay --help");
    command->callback([options, &context] { answer_diff(*options, context); });
}

}  // namespace clustersim
