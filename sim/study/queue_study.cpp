// SPDX-License-Identifier: Apache-2.0
#include "sim/study/queue_study.hpp"

#include "sim/core/ensure.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/scenario/queue_past.hpp"
#include "sim/study/horizons.hpp"
#include "sim/workload/background.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace clustersim {
namespace {

/// Arrivals continue this long after the window, so that a waiting job competes with new jobs as in a real queue. A job
/// that waits longer is in a queue without new arrivals.
constexpr Seconds arrivals_after_window{172800};
constexpr Seconds hour_of_day{3600};

/// Runs this copy of the queue until the job has started and, if it can be preempted, has ended; at most to the horizon.
QueueSample follow(QueueModel& copy, std::size_t number, Instant submitted) {
    QueueSample sample{submitted, copy.run_until_started(number, longest_wait)};
    sample.eligible = copy.eligible_at(number);
    sample.limit = copy.limit_at_start(number);
    if (sample.has_started()) sample.course = copy.run_until_over(number, longest_wait);
    bool const waits = !sample.has_started() || (sample.course && !sample.course->over());
    if (waits) sample.reason = copy.why_not_running(number);
    sample.given_up = copy.given_up(number);
    sample.waited_for = copy.wait_course(number);
    sample.run = std::dynamic_pointer_cast<TrainingRun const>(copy.placed_run(number));
    return sample;
}

/// Submits the jobs on this copy of the queue and runs it until all have started and all preemptible ones have ended.
std::vector<std::vector<QueueSample>>
try_submission(QueueModel& copy, Submission submission, Replicate replicate) {
    auto const numbers = submit_jobs(copy, submission, replicate);
    Instant const submitted = copy.now();
    for (auto const& tasks : numbers)
        for (std::size_t const number : tasks) copy.run_until_started(number, longest_wait);
    std::vector<std::vector<QueueSample>> samples(numbers.size());
    for (std::size_t job = 0; job < numbers.size(); ++job)
        for (std::size_t const number : numbers[job])
            samples[job].push_back(follow(copy, number, submitted));
    return samples;
}

}  // namespace

double units_of(QueueSetup const& setup) {
    if (auto const* policy = std::get_if<PolicySetup>(&setup.scheduler))
        return static_cast<double>(policy->shape.total_units());
    return std::get<std::shared_ptr<SlurmSetup const>>(setup.scheduler)->place.units();
}

bool counts_nodes(QueueSetup const& setup) {
    if (auto const* policy = std::get_if<PolicySetup>(&setup.scheduler))
        return policy->shape.units_per_node == 1;
    return std::get<std::shared_ptr<SlurmSetup const>>(setup.scheduler)->place.whole_nodes;
}

Seconds whole_span(BackgroundSpec const& background) {
    return background.warm_up.value() + background.window + arrivals_after_window;
}

SampledSlurm sample_slurm(QueueSetup const& setup, std::uint64_t replicate) {
    auto const* slurm = std::get_if<std::shared_ptr<SlurmSetup const>>(&setup.scheduler);
    CS_ENSURE(slurm != nullptr, "only a queue under Slurm has a Slurm to look into");
    SlurmBackground background =
        sample_slurm_background(**slurm,
                                begins_steady(setup) ? QueueBegin::steady : QueueBegin::empty,
                                whole_span(setup.background),
                                setup.seed,
                                replicate);
    double const offered_load = background.offered_load;
    double const jobs_per_day = background.jobs_per_day;
    return {start_slurm(**slurm, std::move(background), setup.seed, replicate),
            offered_load,
            jobs_per_day};
}

SampledPolicy sample_policy(QueueSetup const& setup, std::uint64_t replicate) {
    auto const* policy = std::get_if<PolicySetup>(&setup.scheduler);
    CS_ENSURE(policy != nullptr, "only a queue under a policy has its nodes in a pool");
    BackgroundLoad background;
    if (policy->mix != nullptr) {
        background = make_background(*policy->mix,
                                     policy->partition,
                                     setup.background.load,
                                     whole_span(setup.background),
                                     RandomStream(setup.seed, "background", replicate));
    }
    if (policy->shape.units_per_node == 1) {
        // If jobs get whole nodes, the pool counts nodes, not the accelerators on them.
        for (Job& job : background.jobs) job.units = 1;
    }
    auto jobs = std::make_shared<std::vector<Job> const>(std::move(background.jobs));
    return {PolicyQueue(policy->shape, *policy->policy, std::move(jobs)),
            background.offered,
            background.expected_jobs_per_day};
}

SampledQueue sample_queue(QueueSetup const& setup, std::uint64_t replicate) {
    if (std::holds_alternative<PolicySetup>(setup.scheduler)) {
        SampledPolicy sampled = sample_policy(setup, replicate);
        return {std::make_unique<PolicyQueue>(std::move(sampled.queue)),
                sampled.offered_load,
                sampled.jobs_per_day};
    }
    SampledSlurm sampled = sample_slurm(setup, replicate);
    return {std::make_unique<SlurmSimulation>(std::move(sampled.simulation)),
            sampled.offered_load,
            sampled.jobs_per_day};
}

bool begins_steady(QueueSetup const& setup) {
    return std::holds_alternative<std::shared_ptr<SlurmSetup const>>(setup.scheduler) &&
           !setup.background.begins_empty && setup.background.warm_up.value() > least_with_past;
}

Seconds submission_span(QueueSetup const& setup) {
    Seconds const window = setup.background.window;
    if (!begins_steady(setup)) return window;
    slurm::Site const& site = *std::get<std::shared_ptr<SlurmSetup const>>(setup.scheduler)->site;
    bool const has_dates = !site.reservations.empty() || !site.outages.empty();
    return has_dates ? window : std::min(hour_of_day, window);
}

Instant submission_instant(QueueSetup const& setup, std::uint64_t replicate) {
    RandomStream stream(setup.seed, "submission", replicate);
    Seconds const window = submission_span(setup);
    auto const offset =
        static_cast<std::int64_t>(stream.uniform01() * static_cast<double>(window.count));
    return Instant{setup.background.warm_up.value().count + offset};
}

QueueAtSubmission queue_at_submission(QueueSetup const& setup,
                                      std::uint64_t replicate,
                                      std::function<bool()> const& interrupted) {
    SampledQueue sampled = sample_queue(setup, replicate);
    QueueModel& queue = *sampled.queue;
    queue.set_interrupted(interrupted);
    if (setup.whole_queue) queue.record_runs();
    queue.run_until(submission_instant(setup, replicate));
    if (interrupted && interrupted()) return {};
    double const units = units_of(setup);
    QueueState const state{static_cast<double>(queue.busy_units()) / units,
                           seconds(queue.pending_work() / units),
                           length_of(replicate)};
    return {std::move(sampled.queue), state, sampled.offered_load, sampled.jobs_per_day};
}

ReplicateAnswer try_submissions(QueueSetup const& setup,
                                std::uint64_t replicate,
                                QueueAtSubmission const& at,
                                std::span<Submission const> submissions,
                                std::function<bool()> const& interrupted) {
    ReplicateAnswer answer;
    answer.queue = at.state;
    answer.offered_load = at.offered_load;
    answer.jobs_per_day = at.jobs_per_day;
    bool const is_range = setup.background.backlog && setup.background.backlog->is_range();
    for (Submission const submission : submissions) {
        std::unique_ptr<QueueModel> const copy = at.queue->fork();
        // The queue may be from an earlier question.
        copy->set_interrupted(interrupted);
        if (answer.samples.size() < setup.watched) copy->record_waits();
        answer.samples.push_back(try_submission(*copy, submission, {setup.seed, replicate}));
        // An interrupted replicate is not a sample.
        if (interrupted && interrupted()) {
            answer.samples.clear();
            break;
        }
        if (!is_range) continue;
        for (auto& job : answer.samples.back())
            for (QueueSample& task : job) task.queue = answer.queue.length;
    }
    return answer;
}

ReplicateAnswer simulate_replicate(QueueSetup const& setup,
                                   std::uint64_t replicate,
                                   std::span<Submission const> submissions,
                                   std::function<bool()> const& interrupted) {
    QueueAtSubmission const at = queue_at_submission(setup, replicate, interrupted);
    if (at.queue == nullptr) return {};
    ReplicateAnswer answer = try_submissions(setup, replicate, at, submissions, interrupted);
    if (!setup.whole_queue || answer.samples.empty()) return answer;
    Instant const from{setup.background.warm_up.value().count};
    answer.whole_queue =
        observe_whole_queue(*at.queue,
                            {.from = from,
                             .to = from + setup.background.window,
                             .last_arrival = Instant{} + whole_span(setup.background)},
                            units_of(setup),
                            interrupted);
    if (interrupted && interrupted()) answer.samples.clear();
    return answer;
}

QueueTimeline queue_timeline(QueueSetup const& setup,
                             std::uint64_t replicate,
                             std::function<bool()> const& interrupted) {
    SampledQueue const sampled = sample_queue(setup, replicate);
    QueueModel& queue = *sampled.queue;
    Instant const end{(setup.background.warm_up.value() + setup.background.window).count};
    queue.record_runs();
    QueueTimeline timeline;
    std::vector<TimelinePoint>& points = timeline.points;
    while (queue.step(end)) {
        if (interrupted && interrupted()) return {};
        TimelinePoint const now{
            queue.now(), queue.busy_units(), static_cast<std::int64_t>(queue.waiting())};
        // Several steps at one instant, or a step that changes nothing, make one point.
        if (!points.empty() && points.back().time == now.time) points.pop_back();
        bool const same = !points.empty() && points.back().busy_units == now.busy_units &&
                          points.back().queued_jobs == now.queued_jobs;
        if (!same) points.push_back(now);
    }
    timeline.capacity = std::llround(units_of(setup));
    timeline.counts_nodes = counts_nodes(setup);
    timeline.runs = queue.recorded_runs();
    return timeline;
}

}  // namespace clustersim
