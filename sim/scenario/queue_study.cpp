// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/queue_study.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/engine/simulation.hpp"
#include "sim/workload/background.hpp"

#include <algorithm>

namespace clustersim {
namespace {

/// Arrivals go on this long behind the window, so that a waiting job competes with newcomers as it
/// would in a real queue. Who waits longer meets a queue that drains.
constexpr Seconds arrivals_after_window{172800};

Seconds whole_span(BackgroundSpec const& background) {
    return background.warm_up + background.window + arrivals_after_window;
}

BackgroundLoad draw_crowd(QueueSetup const& setup, std::uint64_t replicate) {
    if (setup.mix == nullptr) return {};
    BackgroundLoad crowd = make_background(*setup.mix,
                                           setup.partition,
                                           setup.background.load,
                                           whole_span(setup.background),
                                           RandomStream(setup.seed, "background", replicate));
    if (setup.shape.units_per_node == 1) {
        // Where jobs get whole nodes the pool counts nodes, not the accelerators on them.
        for (Job& job : crowd.jobs) job.units = 1;
    }
    return crowd;
}

Instant submission_instant(QueueSetup const& setup, std::uint64_t replicate) {
    RandomStream stream(setup.seed, "submission", replicate);
    auto const offset = static_cast<std::int64_t>(
        stream.uniform01() * static_cast<double>(setup.background.window.count));
    return Instant{setup.background.warm_up.count + offset};
}

/// Submits the jobs on this copy of the queue and waits until all have started.
std::vector<QueueSample> try_submission(Simulation copy, Submission const& submission) {
    std::vector<JobIndex> indices;
    for (Job const& job : submission) indices.push_back(copy.submit_now(job));
    Instant const submitted = copy.now();
    std::vector<QueueSample> samples;
    for (JobIndex const index : indices)
        samples.push_back({submitted, copy.run_until_started(index)});
    return samples;
}

}  // namespace

ReplicateAnswer simulate_replicate(QueueSetup const& setup,
                                   std::uint64_t replicate,
                                   std::span<Submission const> submissions) {
    BackgroundLoad const crowd = draw_crowd(setup, replicate);
    Simulation queue(setup.shape, *setup.policy, crowd.jobs);
    queue.run_until(submission_instant(setup, replicate));
    ReplicateAnswer answer;
    answer.offered_load = crowd.offered;
    answer.jobs_per_day = crowd.expected_jobs_per_day;
    for (Submission const& submission : submissions)
        answer.samples.push_back(try_submission(queue, submission));
    return answer;
}

std::vector<TimelinePoint> queue_timeline(QueueSetup const& setup, std::uint64_t replicate) {
    BackgroundLoad const crowd = draw_crowd(setup, replicate);
    Simulation queue(setup.shape, *setup.policy, crowd.jobs);
    Instant const end{(setup.background.warm_up + setup.background.window).count};
    std::vector<TimelinePoint> points;
    while (queue.next_event() <= end && queue.step()) {
        TimelinePoint const now{queue.now(),
                                setup.shape.total_units() - queue.free_units(),
                                static_cast<std::int64_t>(queue.waiting())};
        // Several steps at one instant, or a step that changes nothing, make one point.
        if (!points.empty() && points.back().time == now.time) points.pop_back();
        bool const same = !points.empty() && points.back().busy_units == now.busy_units &&
                          points.back().queued_jobs == now.queued_jobs;
        if (!same) points.push_back(now);
    }
    return points;
}

}  // namespace clustersim
