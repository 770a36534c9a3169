// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/queue_study.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/engine/simulation.hpp"

#include <algorithm>

namespace clustersim {
namespace {

/// Arrivals go on this long behind the window, so that a waiting job competes with newcomers as it
/// would in a real queue. Who waits longer meets a queue that drains.
constexpr Seconds arrivals_after_window{2 * 86400};

Seconds whole_span(BackgroundSpec const& background) {
    return background.warm_up + background.window + arrivals_after_window;
}

Result<Background> draw_crowd(QueueSetup const& setup, std::uint64_t replicate) {
    if (setup.mix == nullptr) return Background{};
    BackgroundRequest const request{.shape = setup.shape,
                                    .limits = setup.limits,
                                    .load = setup.background.load,
                                    .span = whole_span(setup.background)};
    return make_background(*setup.mix, request, RandomStream(setup.seed, "background", replicate));
}

Instant submission_instant(QueueSetup const& setup, std::uint64_t replicate) {
    RandomStream stream(setup.seed, "submission", replicate);
    auto const offset = static_cast<std::int64_t>(stream.uniform01() * static_cast<double>(setup.background.window.count));
    return Instant{setup.background.warm_up.count + offset};
}

/// Submits the jobs on this copy of the queue and waits until all have started.
std::vector<QueueSample> try_submission(Simulation copy, Submission const& submission) {
    std::vector<JobIndex> indices;
    for (Job const& job : submission) indices.push_back(copy.submit_now(job));
    Instant const submitted = copy.now();
    std::vector<QueueSample> samples;
    for (JobIndex const index : indices) samples.push_back({submitted, copy.run_until_started(index)});
    return samples;
}

}  // namespace

Result<ReplicateAnswer> simulate_replicate(QueueSetup const& setup, std::uint64_t replicate,
                                           std::span<Submission const> submissions) {
    auto crowd = draw_crowd(setup, replicate);
    if (!crowd) return failure(crowd.error());
    Simulation queue(setup.shape, *setup.policy, crowd->jobs);
    queue.run_until(submission_instant(setup, replicate));
    ReplicateAnswer answer;
    answer.crowd = crowd->report;
    for (Submission const& submission : submissions) answer.samples.push_back(try_submission(queue, submission));
    return answer;
}

Result<std::vector<TimelinePoint>> queue_timeline(QueueSetup const& setup, std::uint64_t replicate) {
    auto const crowd = draw_crowd(setup, replicate);
    if (!crowd) return failure(crowd.error());
    Simulation queue(setup.shape, *setup.policy, crowd->jobs);
    Instant const end{(setup.background.warm_up + setup.background.window).count};
    std::vector<TimelinePoint> points;
    while (queue.next_event() <= end && queue.step()) {
        TimelinePoint const now{queue.now(), setup.shape.total_units() - queue.free_units(),
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
