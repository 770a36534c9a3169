// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/explain_job.hpp"

#include "sim/core/nearest_name.hpp"
#include "sim/report/story_text.hpp"
#include "sim/slurm/controller/job_view.hpp"
#include "sim/slurm/controller/smaller_request.hpp"
#include "sim/slurm/controller/story_log.hpp"
#include "sim/slurm/controller/take_snapshot.hpp"
#include "sim/slurm/views/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace clustersim {
namespace {

/// Jobs that start sooner waited for the loops of the scheduler alone.
constexpr Seconds worth_explaining{60};
constexpr Seconds horizon{30 * 86400};

std::optional<ReplayedRun> replay(LookOptions const& options,
                                  Instant at,
                                  slurm::JobObserver* observer,
                                  CommandContext& context) {
    auto run = replay_result(options.folder, options.moment(at), observer);
    if (context.value_of(run) == nullptr) return std::nullopt;
    return std::move(*run);
}

/// The number of a job given by number or, of the study's jobs, by name.
std::optional<std::int32_t> number_of(std::string const& job,
                                      LookOptions const& options,
                                      Instant submitted,
                                      CommandContext& context) {
    std::int32_t number = 0;
    auto const [end, error] = std::from_chars(job.data(), job.data() + job.size(), number);
    if (error == std::errc{} && end == job.data() + job.size()) return number;
    auto const run = replay(options, submitted, nullptr, context);
    if (!run) return std::nullopt;
    std::vector<std::string> known;
    for (auto const& [name, id] : run->jobs) {
        known.push_back(name);
        if (name == job && id != 0) return id;
        if (name == job) {
            context.set_exit(Fault::impossible);
            context.remark(fmt::format("Slurm refused the job {} when it was submitted\n", job));
            return std::nullopt;
        }
    }
    Diagnostics unknown;
    unknown.add(problem(
        Code::unknown_name, fmt::format("the study has no job {}", job), did_you_mean(job, known)));
    context.set_exit(Fault::usage);
    context.report(unknown);
    return std::nullopt;
}

bool is_over(slurm::JobStory const& story) {
    return story.events.back().kind == slurm::JobEventKind::ended;
}

/// Goes on after the window, in which nobody comes any more, until the job is over.
void run_on(ReplayedRun& run, slurm::StoryLog& log) {
    run.controller.observe(&log);
    Instant const last = run.end + horizon;
    while (run.controller.now() < last && !std::ranges::all_of(log.stories(), is_over)) {
        run.controller.run_until(run.controller.now() + Seconds{600});
    }
    run.controller.observe(nullptr);
}

/// Just after the job's first promise was made or, without one, when it came.
Instant story_moment(slurm::JobStory const& story) {
    for (slurm::JobEvent const& event : story.events) {
        if (event.kind == slurm::JobEventKind::promised) return event.at + Seconds{1};
    }
    return story.events.front().at;
}

bool waited(slurm::JobStory const& story) {
    Instant const submitted = story.events.front().at;
    for (slurm::JobEvent const& event : story.events) {
        if (event.kind == slurm::JobEventKind::started)
            return event.at - submitted > worth_explaining;
    }
    return true;
}

std::string trials_text(std::vector<slurm::RequestTrial> const& trials) {
    Table table;
    table.add_column("request", false);
    table.add_column("nodes");
    table.add_column("time limit");
    table.add_column("wait");
    for (slurm::RequestTrial const& trial : trials) {
        table.rows.push_back(
            {trial.change,
             std::to_string(trial.nodes),
             trial.limit_minutes ? slurm::short_duration(*trial.limit_minutes * 60) : "none",
             trial.wait ? slurm::short_duration(trial.wait->count) : "not in 30 days"});
    }
    return to_plain(table);
}

/// What stood before it, and smaller requests from the moment of its submission on.
void explain_wait(LookOptions const& options,
                  slurm::JobStory const& story,
                  slurm::Controller const& at_submission,
                  CommandContext& context) {
    Instant const moment = story_moment(story);
    auto const then = replay(options, moment, nullptr, context);
    if (!then) return;
    slurm::Snapshot const snapshot = slurm::take_snapshot(then->controller.state());
    auto const job = std::ranges::find(snapshot.jobs, story.id, &slurm::JobView::id);
    if (job != snapshot.jobs.end() && job->state == slurm::JobState::pending)
        context.print(fmt::format("\nWhy it waited, as of {}:\n{}",
                                  slurm::calendar_text(snapshot, moment),
                                  slurm::blockers_text(snapshot, *job)));
    auto const trials =
        slurm::try_smaller_requests(at_submission, static_cast<std::int32_t>(story.id), horizon);
    if (trials.empty()) return;
    context.print(fmt::format("\nWhat if you had asked for less? (later submissions ignored)\n{}",
                              trials_text(trials)));
}

}  // namespace

void explain_job(LookOptions const& options, std::string const& job, CommandContext& context) {
    auto const start = replay(options, Instant{}, nullptr, context);
    if (!start) return;
    auto const id = number_of(job, options, start->submitted, context);
    if (!id) return;
    slurm::StoryLog log(*id);
    auto run = replay(options, start->end, &log, context);
    if (!run) return;
    run_on(*run, log);
    auto const stories = log.stories();
    if (stories.empty()) {
        Diagnostics unknown;
        unknown.add(problem(Code::unknown_name,
                            fmt::format("there is no job {} in this simulated queue", job),
                            "squeue and sacct list the jobs' numbers"));
        context.set_exit(Fault::usage);
        context.report(unknown);
        return;
    }
    auto const came = replay(options, stories.front().events.front().at, nullptr, context);
    if (!came) return;
    slurm::Snapshot const snapshot = slurm::take_snapshot(came->controller.state());
    auto const view = std::ranges::find(snapshot.jobs, std::int64_t{*id}, &slurm::JobView::id);
    if (view != snapshot.jobs.end()) context.print(slurm::story_head(*view));
    constexpr std::size_t shown = 10;
    for (std::size_t i = 0; i < std::min(stories.size(), shown); ++i) {
        if (stories.size() > 1) context.print(fmt::format("\nJob {}:", stories[i].id));
        context.print('\n' + to_plain(slurm::story_table(snapshot, stories[i])));
    }
    if (stories.size() > shown)
        context.remark(fmt::format("{} further tasks are not shown\n", stories.size() - shown));
    if (waited(stories.front())) explain_wait(options, stories.front(), came->controller, context);
}

}  // namespace clustersim
