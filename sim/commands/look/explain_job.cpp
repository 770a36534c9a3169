// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/explain_job.hpp"

#include "sim/core/nearest_name.hpp"
#include "sim/slurm/controller/story_log.hpp"
#include "sim/slurm/controller/take_snapshot.hpp"
#include "sim/study/horizons.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace clustersim {
namespace {

/// Jobs that start earlier waited only for the scheduler's loops.
constexpr Seconds worth_explaining{60};

/// Simulates one replicate of a result, as often as needed.
struct ReplicateOfResult {
    JobQuestion const& question;

    [[nodiscard]] Result<ReplayedRun> until(Instant at,
                                            slurm::JobObserver* observer = nullptr) const {
        return replay_result(question.folder, {question.run, question.replicate, at}, observer);
    }
};

std::optional<std::int32_t> number_in(std::string const& text) {
    std::int32_t number = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

NoSuchJob no_such_job(std::string message, std::string hint) {
    NoSuchJob out;
    out.problem.add(problem(Code::unknown_name, std::move(message), std::move(hint)));
    return out;
}

/// The Slurm job ID of one of the study's jobs, by its name; 0 for a job that Slurm refused.
std::variant<std::int32_t, NoSuchJob> number_of(std::string const& name, ReplayedRun const& run) {
    std::vector<std::string> known;
    for (auto const& [job, id] : run.jobs) {
        if (job == name) return id;
        known.push_back(job);
    }
    return no_such_job(fmt::format("the study has no job {}", name), did_you_mean(name, known));
}

bool is_over(slurm::JobStory const& story) {
    return story.events.back().kind == slurm::JobEventKind::ended;
}

/// Continues after the window, without further submissions, until the job has ended.
void run_to_the_end(ReplayedRun& run, slurm::StoryLog& log) {
    slurm::Controller& controller = run.queue.controller();
    controller.observe(&log);
    Instant const last = longest_story.after(run.end);
    while (controller.now() < last && !std::ranges::all_of(log.stories(), is_over))
        controller.run_until(controller.now() + Seconds{600});
    controller.observe(nullptr);
}

/// Just after the job's first start estimate or, without one, its submission.
Instant moment_to_explain(slurm::JobStory const& story) {
    for (slurm::JobEvent const& event : story.events)
        if (event.kind == slurm::JobEventKind::promised) return event.at + Seconds{1};
    return story.events.front().at;
}

bool waited(slurm::JobStory const& story) {
    Instant const submitted = story.events.front().at;
    for (slurm::JobEvent const& event : story.events)
        if (event.kind == slurm::JobEventKind::started)
            return event.at - submitted > worth_explaining;
    return true;
}

slurm::JobView const* find_job(slurm::Snapshot const& snapshot, std::int64_t id) {
    auto const found = std::ranges::find(snapshot.jobs, id, &slurm::JobView::id);
    return found == snapshot.jobs.end() ? nullptr : &*found;
}

/// Finds what was ahead of the job, and tries smaller requests from its submission on.
Result<void> explain_wait(ReplicateOfResult const& replicate,
                          slurm::Controller const& at_submission,
                          JobExplanation& out) {
    slurm::JobStory const& story = out.stories.front();
    auto const then = replicate.until(moment_to_explain(story));
    if (!then) return failure(then.error());
    slurm::Snapshot snapshot = slurm::take_snapshot(then->queue.controller().state());
    slurm::JobView const* const job = find_job(snapshot, story.id);
    if (job != nullptr && job->state == slurm::JobState::pending) {
        slurm::JobView waiting = *job;
        out.waiting = WaitingJob{std::move(snapshot), std::move(waiting)};
    }
    out.trials = slurm::try_smaller_requests(
        at_submission, static_cast<std::int32_t>(story.id), longest_trial);
    return {};
}

Result<JobAnswer> explain_number(std::int32_t id, ReplicateOfResult const& replicate, Instant end) {
    slurm::StoryLog log(id);
    auto run = replicate.until(end, &log);
    if (!run) return failure(std::move(run.error()));
    run_to_the_end(*run, log);
    JobExplanation out;
    out.stories = log.stories();
    if (out.stories.empty()) {
        return JobAnswer(no_such_job(fmt::format("there is no job {} in this simulated queue", id),
                                     "squeue and sacct list the job IDs"));
    }
    auto const submission = replicate.until(out.stories.front().events.front().at);
    if (!submission) return failure(submission.error());
    out.at_submission = slurm::take_snapshot(submission->queue.controller().state());
    if (auto const* job = find_job(out.at_submission, id)) out.job = *job;
    if (waited(out.stories.front())) {
        auto explained = explain_wait(replicate, submission->queue.controller(), out);
        if (!explained) return failure(std::move(explained.error()));
    }
    return JobAnswer(std::move(out));
}

}  // namespace

Result<JobAnswer> explain_job(JobQuestion const& question) {
    ReplicateOfResult const replicate{question};
    auto const start = replicate.until(Instant{});
    if (!start) return failure(start.error());
    auto id = number_in(question.job);
    if (!id) {
        auto const at_submission = replicate.until(start->submitted);
        if (!at_submission) return failure(at_submission.error());
        auto number = number_of(question.job, *at_submission);
        if (auto* unknown = std::get_if<NoSuchJob>(&number)) return JobAnswer(std::move(*unknown));
        id = std::get<std::int32_t>(number);
        if (*id == 0) return JobAnswer(JobRefused{});
    }
    return explain_number(*id, replicate, start->end);
}

}  // namespace clustersim
