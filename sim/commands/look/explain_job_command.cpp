// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/explain_job_command.hpp"

#include "sim/cli/terminal.hpp"
#include "sim/commands/look/explain_job.hpp"
#include "sim/commands/look/stored_replicate.hpp"
#include "sim/commands/look/story_text.hpp"
#include "sim/report/start_hours_text.hpp"
#include "sim/slurm/views/text.hpp"
#include "sim/study/result_replay.hpp"
#include "sim/study/shown_replicate.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

void print_stories(JobExplanation const& explanation, CommandContext& context) {
    auto const& stories = explanation.stories;
    if (explanation.job) context.print(slurm::story_head(*explanation.job));
    constexpr std::size_t shown = 10;
    for (std::size_t i = 0; i < std::min(stories.size(), shown); ++i) {
        if (stories.size() > 1) context.print(fmt::format("\nJob {}:", stories[i].id));
        context.print('\n' + to_plain(slurm::story_table(explanation.at_submission, stories[i]),
                                      stdout_width()));
    }
    if (stories.size() > shown)
        context.remark(fmt::format("{} further tasks are not shown\n", stories.size() - shown));
}

void print_wait(JobExplanation const& explanation, CommandContext& context) {
    if (explanation.waiting) {
        auto const& [queue, job] = *explanation.waiting;
        context.print(fmt::format("\nWhy it waited, as of {}:\n{}",
                                  slurm::calendar_text(queue, queue.now),
                                  slurm::blockers_text(queue, job)));
    }
    if (!explanation.trials.empty()) {
        context.print(
            fmt::format("\nWhat if you had asked for less? (later submissions ignored)\n{}",
                        to_plain(slurm::trials_table(explanation.trials), stdout_width())));
    }
}

/// Only of a job that is named as in the study: a job ID may be one of the background.
void print_hours(LookQuestion const& options,
                 std::uint64_t replicate,
                 std::string const& name,
                 CommandContext& context) {
    auto const run = stored_replicate(options.folder, {options.variant, replicate, {}});
    if (!run) return;  // told before, with the replicate itself
    for (ResolvedJob const& job : run->jobs)
        if (job.spec.name == name)
            if (std::string const text = start_hours_text(job.prediction); !text.empty())
                context.print("\n" + text);
}

}  // namespace

void explain_job(LookQuestion const& options, std::string const& job, CommandContext& context) {
    ShownReplicate shown;
    if (options.replicate)
        shown.number = *options.replicate;
    else
        shown = stored_shown_replicate(options.folder, options.variant, job);
    auto answer = explain_job(
        {.folder = options.folder, .run = options.variant, .replicate = shown.number, .job = job});
    JobAnswer const* const found = context.value_of(answer);
    if (found == nullptr) return;
    if (auto const* explanation = std::get_if<JobExplanation>(found)) {
        if (shown.of > 1) context.print(fmt::format("In {}:\n", shown_text(shown)));
        print_stories(*explanation, context);
        print_wait(*explanation, context);
        print_hours(options, shown.number, job, context);
    } else if (auto const* unknown = std::get_if<NoSuchJob>(found)) {
        // A wrong word on the command line is a usage error, whatever the code of the message.
        context.set_exit(Fault::usage);
        context.report(unknown->problem);
    } else {
        context.set_exit(Fault::impossible);
        context.remark(fmt::format("Slurm refused the job {} when it was submitted\n", job));
    }
}

}  // namespace clustersim
