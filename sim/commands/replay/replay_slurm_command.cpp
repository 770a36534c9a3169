// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/replay/replay_slurm_command.hpp"

#include "sim/cli/report_option.hpp"
#include "sim/commands/replay/replay_page.hpp"
#include "sim/commands/replay/replay_report.hpp"
#include "sim/commands/replay/replayed_runs.hpp"
#include "sim/report/html/page_json.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

/// What is to be known of the policy and the trace.
void print_notes(SlurmReplayInput const& input, CommandContext& context) {
    context.report(input.warnings);
    for (std::string const& name : input.jobs.ignored)
        context.remark(fmt::format("{} has no effect here\n", name));
    if (!context.quiet && !input.jobs.notes.empty()) context.report(input.jobs.notes);
}

/// Prints the causes of refusals and of endless waits, each with its first job.
void print_causes(slurm::OutcomeCounts const& counts, CommandContext& context) {
    for (auto const& one : counts.refused) {
        context.remark(
            fmt::format("refused: {} (jobs: {}, first: {})\n", one.text, one.jobs, one.first));
    }
    for (auto const& one : counts.waiting) {
        context.remark(fmt::format(
            "waiting for ever: {} (jobs: {}, first: {})\n", one.text, one.jobs, one.first));
    }
}

bool write_files(SlurmReplayOptions const& options,
                 slurm::Site const& site,
                 SlurmReplayAnswer const& answer,
                 CommandContext& context) {
    Result<void> written;
    if (!options.outcomes.empty())
        written = write_file(options.outcomes, slurm::write_outcomes_csv(answer.jobs, site));
    if (written && !options.starts.empty()) written = write_starts(options.starts, answer.records);
    if (!written) context.report(written.error());
    return written.has_value();
}

}  // namespace

void replay_slurm(SlurmReplayOptions const& options, CommandContext& context) {
    auto report = ReportFile::open(options.report);
    if (context.value_of(report) == nullptr) return;
    auto found = replay_at_site(options.question, context.work(1));
    if (context.value_of(found) == nullptr) return;
    auto const& [input, answer] = *found;
    print_notes(input, context);
    if (!answer) {
        context.set_interrupted();
        return;
    }
    if (!write_files(options, *input.site, *answer, context)) return;
    print_causes(answer->counts, context);
    if (!answer->summary) {
        Diagnostics none;
        none.add(problem(Code::no_jobs, "no job of the trace ever started"));
        context.report(none);
        return;
    }
    context.print(print_replay(*answer->summary, options.format));
    if (!options.report.empty())
        report->write(page_json(replay_page({.summary = *answer->summary,
                                             .unit = "CPUs",
                                             .settings = options.question.changes,
                                             .runs = replayed_runs(answer->jobs, *input.site)})),
                      context);
}

}  // namespace clustersim
