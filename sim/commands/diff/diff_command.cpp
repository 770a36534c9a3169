// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/report_option.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/cli/study_options.hpp"
#include "sim/commands/diff/diff_page.hpp"
#include "sim/commands/diff/diff_sides_option.hpp"
#include "sim/commands/diff/diff_text.hpp"
#include "sim/report/html/page_json.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace clustersim {
namespace {

void print_diff(std::optional<DiffSides> const& sides,
                DiffOptions const& options,
                ReportFile& report,
                CommandContext& context) {
    if (!sides) {
        context.set_interrupted();
        return;
    }
    DiffAnswer const answer = compare_sides(*sides);
    context.print(diff_text(answer, options.format));
    if (!options.report.empty()) report.write(page_json(diff_page(answer)), context);
}

/// Every side reads its files, so none of them can be a stream.
bool reads_stdin(DiffOptions const& options) {
    return options.workload == "-" || std::ranges::find(options.files, "-") != options.files.end();
}

void diff(DiffOptions options, CommandContext& context) {
    if (reads_stdin(options)) {
        context.report(one_problem(Code::inconsistent,
                                   "each side reads the files, so none can be standard input",
                                   "write it to a file first"));
        return;
    }
    if ((options.seed || options.replicates) && std::ranges::any_of(options.files, is_folder)) {
        context.report(one_problem(Code::inconsistent,
                                   "a result has the seed and the replicates of its run",
                                   "remove --seed and --replicates, or give the scenario"));
        return;
    }
    options.swf.from = {options.from};
    if (options.first > 0) options.swf.first = options.first;
    auto const kind = kind_of_sides(options, context);
    if (!kind) return;
    bool const site = *kind == SideKind::replays;
    bool const only_tables = std::ranges::all_of(options.files, is_table);
    if (site && !only_tables && options.workload.empty()) {
        context.report(one_problem(Code::missing_key,
                                   "site files have no jobs to compare",
                                   "add --workload TRACE, such as a jobs.csv of `import sacct`"));
        return;
    }
    if (!site && !options.workload.empty()) {
        context.report(one_problem(Code::inconsistent,
                                   "a scenario has its own workload",
                                   "remove --workload, or give site files"));
        return;
    }
    auto report = ReportFile::open(options.report);
    if (context.value_of(report) == nullptr) return;
    RunOptions const run = run_options(options.files.front(), options.workers, context);
    if (site) {
        auto const replays = read_replays(options, context);
        if (!replays) return;
        if (replays->size() > 1) {
            print_diff(
                replay_sides(*replays, context.work(options.workers)), options, *report, context);
            return;
        }
    } else {
        auto queues = read_queues(options, run.library, context);
        if (!queues) return;
        if (queues->size() > 1) {
            print_diff(queue_sides(std::move(*queues), run), options, *report, context);
            return;
        }
    }
    context.report(
        one_problem(Code::inconsistent,
                    "there is only one side to compare",
                    "name a second file, or change the first: --with bf_max_job_test=1000"));
}

}  // namespace

void add_diff_command(Command& app, CommandContext& context) {
    auto options = std::make_shared<DiffOptions>();
    Command* command = app.add_subcommand(
        "diff", "Compare policies, sites or Slurm releases: who gains, who loses");
    command
        ->add_option("FILE",
                     options->files,
                     "site files (with --workload), tables of replay --outcomes, scenarios or "
                     "folders of results; each is compared with the first")
        ->required()
        ->takes(ValueKind::file);
    command
        ->add_option("--with",
                     options->with,
                     "a further side: the first file with these changes of its policy, "
                     "\"KEY=VALUE …\" or a file with a policy (repeatable)")
        ->type_name("CHANGES")
        ->allow_extra_args(false);
    command->add_option("--set", options->set, "change the policy of every side (repeatable)")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    command
        ->add_option("--workload",
                     options->workload,
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
    add_seed_option(*command, options->seed)->envname("CLUSTERSIM_SEED");
    add_replicates_option(*command, options->replicates);
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
    command->callback([options, &context] { diff(*options, context); });
}

}  // namespace clustersim
