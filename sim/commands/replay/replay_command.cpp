// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/choice_option.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/rare_options.hpp"
#include "sim/cli/release_option.hpp"
#include "sim/cli/report_option.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/commands/replay/policy_replay.hpp"
#include "sim/commands/replay/replay_page.hpp"
#include "sim/commands/replay/replay_report.hpp"
#include "sim/commands/replay/replay_slurm_command.hpp"
#include "sim/commands/replay/replayed_runs.hpp"
#include "sim/report/html/page_json.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>

namespace clustersim {
namespace {

struct ReplayOptions {
    std::filesystem::path trace;
    SwfOptions swf;
    std::string policy = "easy";
    std::int64_t from = 0;
    std::size_t first = 0;
    std::filesystem::path site;  ///< of the emulated Slurm; empty: none
    PlainCluster plain;          ///< no nodes: none
    SlurmReplayOptions slurm;    ///< options of the emulated Slurm only
    std::string release;         ///< of Slurm; empty: the site's
    std::filesystem::path starts;
    std::filesystem::path report;
    Format format = Format::table;
};

void replay_policy(ReplayOptions const& options, CommandContext& context) {
    auto report = ReportFile::open(options.report);
    if (context.value_of(report) == nullptr) return;
    auto const found = replay_trace({options.trace, options.swf, options.policy}, context.work(1));
    PolicyReplayAnswer const* const answer = context.answer_of(found);
    if (answer == nullptr) return;
    if (!options.starts.empty()) {
        auto written = write_starts(options.starts, answer->records);
        if (!written) {
            context.report(written.error());
            return;
        }
    }
    context.print(print_replay(answer->summary, options.format));
    if (!options.report.empty())
        report->write(page_json(replay_page({.summary = answer->summary,
                                             .unit = "processors",
                                             .settings = {},
                                             .runs = replayed_runs(answer->records)})),
                      context);
}

Diagnostic only_under_slurm() {
    return problem(Code::inconsistent,
                   "`--set`, `--release`, `--outcomes` and `--reference-cycles` are for a "
                   "Slurm site, and here is none",
                   "give `--site` or `--nodes` in place of `--procs`");
}

void replay(ReplayOptions options, CommandContext& context) {
    SiteReplayQuestion& question = options.slurm.question;
    if (!options.release.empty()) question.changes.push_back("release=" + options.release);
    options.swf.from = {options.from};
    if (options.first > 0) options.swf.first = options.first;
    if (options.site.empty() && options.plain.nodes == 0) {
        if (!question.changes.empty() || !options.slurm.outcomes.empty() ||
            question.reference_cycles) {
            context.report(only_under_slurm());
            return;
        }
        replay_policy(options, context);
        return;
    }
    question.replay.trace = options.trace;
    question.replay.swf = options.swf;
    if (options.site.empty())
        question.replay.site = options.plain;
    else
        question.replay.site = options.site;
    options.slurm.starts = options.starts;
    options.slurm.report = options.report;
    options.slurm.format = options.format;
    replay_slurm(options.slurm, context);
}

constexpr std::array<std::pair<std::string_view, TraceKind>, 3> trace_kind_names{
    {{"swf", TraceKind::swf}, {"events", TraceKind::events}, {"jobs", TraceKind::jobs}}};

constexpr std::array<std::pair<std::string_view, SizeField>, 2> size_field_names{
    {{"requested", SizeField::requested}, {"allocated", SizeField::allocated}}};

/// Empty for a known policy, else the message for CLI11.
std::string policy_help() {
    std::string text = "scheduling policy:";
    for (PolicyEntry const& entry : policies())
        text += fmt::format("\n{}: {}", entry.name, entry.summary);
    return text;
}

/// Adds the options of the machine: processors under a plain policy, or a Slurm site.
void add_machine_options(Command& command, ReplayOptions& options) {
    auto* machine = command.add_option_group("Machine", "give exactly one of these");
    machine->require_option(1);
    machine->add_option("--procs", options.swf.processors, "processors of the machine")
        ->at_least(1)
        ->type_name("N")
        ->unit("processors")
        ->example("100");
    machine
        ->add_option(
            "--site",
            options.site,
            "a site file of `import slurm`; the jobs run under the emulated Slurm, not under "
            "--policy")
        ->takes(ValueKind::file, "SITE.yaml");
    machine
        ->add_option("--nodes",
                     options.plain.nodes,
                     "number of equal nodes, under the emulated Slurm with its defaults")
        ->between(1, 1'000'000)
        ->type_name("N")
        ->unit("nodes");
    command.add_option("--cores", options.plain.cores, "cores per node of --nodes")
        ->needs("--nodes")
        ->between(1, 4096)
        ->type_name("N")
        ->unit("cores")
        ->capture_default_str();
    add_choice_option<TraceKind>(
        command,
        "--as",
        options.slurm.question.replay.kind,
        trace_kind_names,
        "under Slurm, the kind of TRACE: swf, events or jobs (jobs.csv); default: by its name");
    command
        .add_option("--outcomes",
                    options.slurm.outcomes,
                    "under Slurm, write the outcome of every job to this file")
        ->takes(ValueKind::file, "FILE.csv")
        ->writes();
    command
        .add_option("--set",
                    options.slurm.question.changes,
                    "under Slurm, change the policy of the site: --set bf_max_job_test=1000, or a "
                    "file with a policy (repeatable; docs/policies.md)")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    add_release_option(command, options.release);
    add_seed_option(command, options.slurm.question.seed)
        ->envname("CLUSTERSIM_SEED")
        ->capture_default_str();
    command.add_flag("--reference-cycles",
                     options.slurm.question.reference_cycles,
                     "under Slurm, run every scheduling cycle in full: the same starts, "
                     "slower");
}

}  // namespace

void add_replay_command(Command& app, CommandContext& context) {
    auto options = std::make_shared<ReplayOptions>();
    Command* command =
        app.add_subcommand("replay", "Run the jobs of a trace under a scheduling policy");
    command
        ->add_option("TRACE",
                     options->trace,
                     "a Standard Workload Format file, plain or compressed (- for stdin); under "
                     "Slurm also a jobs.csv or an .events file")
        ->required();
    add_machine_options(*command, *options);
    command->add_option("--policy", options->policy, policy_help())
        ->needs("--procs")
        ->one_of(policy_names())
        ->type_name("NAME")
        ->capture_default_str();
    command->add_option("--first", options->first, "use only the first K usable jobs")
        ->at_least(1)
        ->type_name("K")
        ->unit("jobs");
    command->add_option("--from", options->from, "leave out jobs submitted before this second")
        ->at_least(0)
        ->type_name("SECOND")
        ->capture_default_str()
        ->unit("s");
    add_choice_option<SizeField>(*command,
                                 "--size",
                                 options->swf.size,
                                 size_field_names,
                                 "size of a job: what it requested, or was allocated");
    command
        ->add_option("--starts",
                     options->starts,
                     "write id,submit,start,run,procs of every job to this file")
        ->takes(ValueKind::file, "FILE.csv")
        ->writes();
    add_report_option(*command, options->report);
    add_format_option(*command, options->format);
    make_rare(
        *command,
        {"--as", "--release", "--seed", "--reference-cycles", "--from", "--size", "--starts"});
    command->footer(
        "Examples:\n"
        "  clustersim replay trace.swf.gz --procs 100 --policy easy --first 10000\n"
        "  zcat trace.swf.gz | clustersim replay - --procs 100 --policy fcfs --format json\n"
        "  clustersim replay jobs.csv --site site.yaml --outcomes out.csv\n"
        "See also: clustersim run --help, clustersim import --help");
    command->callback([options, &context] { replay(*options, context); });
}

}  // namespace clustersim
