// SPDX-License-Identifier: Apache-2.0
#include "sim/study/queue_study.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/engine/policy_queue.hpp"
#include "sim/workload/background.hpp"

#include <utility>

namespace clustersim {
namespace {

/// Arrivals go on this long behind the window, so that a waiting job competes with newcomers as it
/// would in a real queue. Who waits longer meets a queue that drains.
constexpr Seconds arrivals_after_window{172800};

DrawnQueue draw_policy_queue(QueueSetup const& setup, std::uint64_t replicate) {
    BackgroundLoad crowd;
    if (setup.mix != nullptr) {
        crowd = make_background(*setup.mix,
                                setup.partition,
                                setup.background.load,
                                whole_span(setup.background),
                                RandomStream(setup.seed, "background", replicate));
    }
    if (setup.shape.units_per_node == 1) {
        // Where jobs get whole nodes the pool counts nodes, not the accelerators on them.
        for (Job& job : crowd.jobs) job.units = 1;
    }
    auto jobs = std::make_shared<std::vector<Job> const>(std::move(crowd.jobs));
    return {std::make_unique<PolicyQueue>(setup.shape, *setup.policy, std::move(jobs)),
            crowd.offered,
            crowd.expected_jobs_per_day};
}

/// Submits the jobs on this copy of the queue and waits until all have started and those that others may
/// stop have ended.
std::vector<QueueSample> try_submission(QueueModel& copy, Submission const& submission, Draw draw) {
    std::vector<std::size_t> numbers;
    for (SubmittedJob const& job : submission) numbers.push_back(copy.submit_now(job.in(draw)));
    Instant const submitted = copy.now();
    std::vector<QueueSample> samples;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        QueueSample sample{submitted,
                           copy.run_until_started(numbers[i]).value_or(Instant::never())};
        samples.push_back(std::move(sample));
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        QueueSample& sample = samples[i];
        if (sample.has_started()) sample.course = copy.run_until_over(numbers[i]);
        bool const waits = !sample.has_started() || (sample.course && !sample.course->over());
        if (waits) sample.reason = copy.why_not_running(numbers[i]);
        sample.run = std::dynamic_pointer_cast<TrainingRun const>(copy.placed_run(numbers[i]));
    }
    return samples;
}

}  // namespace

StudyJob SubmittedJob::in(Draw draw) const {
    StudyJob one = job;
    if (training != nullptr) one.work = work_in(training, draw);
    return one;
}

Seconds whole_span(BackgroundSpec const& background) {
    return background.warm_up + background.window + arrivals_after_window;
}

DrawnSlurm draw_slurm(QueueSetup const& setup, std::uint64_t replicate) {
    SlurmCrowd crowd =
        draw_slurm_crowd(*setup.slurm, whole_span(setup.background), setup.seed, replicate);
    return {start_slurm(*setup.slurm, std::move(crowd.source), setup.seed, replicate),
            crowd.offered_load,
            crowd.jobs_per_day};
}

DrawnQueue draw_queue(QueueSetup const& setup, std::uint64_t replicate) {
    if (setup.slurm == nullptr) return draw_policy_queue(setup, replicate);
    DrawnSlurm drawn = draw_slurm(setup, replicate);
    return {std::make_unique<SlurmSimulation>(std::move(drawn.simulation)),
            drawn.offered_load,
            drawn.jobs_per_day};
}

Instant submission_instant(QueueSetup const& setup, std::uint64_t replicate) {
    RandomStream stream(setup.seed, "submission", replicate);
    auto const offset = static_cast<std::int64_t>(
        stream.uniform01() * static_cast<double>(setup.background.window.count));
    return Instant{setup.background.warm_up.count + offset};
}

ReplicateAnswer simulate_replicate(QueueSetup const& setup,
                                   std::uint64_t replicate,
                                   std::span<Submission const> submissions,
                                   std::function<bool()> const& interrupted) {
    DrawnQueue const drawn = draw_queue(setup, replicate);
    drawn.queue->set_interrupted(interrupted);
    drawn.queue->run_until(submission_instant(setup, replicate));
    ReplicateAnswer answer;
    answer.offered_load = drawn.offered_load;
    answer.jobs_per_day = drawn.jobs_per_day;
    for (Submission const& submission : submissions) {
        // What was cut short is no sample of anything.
        if (interrupted && interrupted()) break;
        std::unique_ptr<QueueModel> const copy = drawn.queue->fork();
        answer.samples.push_back(try_submission(*copy, submission, {setup.seed, replicate}));
    }
    if (interrupted && interrupted()) answer.samples.clear();
    return answer;
}

std::vector<TimelinePoint> queue_timeline(QueueSetup const& setup,
                                          std::uint64_t replicate,
                                          std::function<bool()> const& interrupted) {
    DrawnQueue const drawn = draw_queue(setup, replicate);
    QueueModel& queue = *drawn.queue;
    Instant const end{(setup.background.warm_up + setup.background.window).count};
    std::vector<TimelinePoint> points;
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
    return points;
}

}  // namespace clustersim
