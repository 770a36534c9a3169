// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/future_sample.hpp"

#include "sim/commands/forecast/impossible_start.hpp"
#include "sim/commands/forecast/start_watch.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/slurm/controller/outlook.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

/// A simulation stops to look for an interruption at least so often.
constexpr Seconds look_interval{3600};

/// People hold back in a queue that is longer than usual: with this many jobs waiting, nobody submits
/// another one. `now`: how many wait in the snapshot.
std::size_t most_waiting(std::size_t now) {
    // A quarter more, and in a short queue some jobs more.
    constexpr std::size_t always = 50;
    return now + std::max(always, now / 4);
}

/// Gives every job of the snapshot a run time.
void sample_runs(SampledFuture const& future, slurm::Controller& controller, RandomStream& random) {
    for (slurm::QueuedJob const& job : future.snapshot.queue.jobs) {
        if (is_final(job.state)) continue;
        auto const limit = RunLengths::limit_of(future.snapshot.site, job.request);
        auto const elapsed = job.start && job.state != slurm::JobState::pending
                                 ? future.snapshot.queue.now - *job.start
                                 : Seconds{0};
        std::size_t times = 1;
        if (!job.pending_tasks.empty())
            times = static_cast<std::size_t>(job.pending_tasks.back()) + 1;
        // A record that was split off takes the entry of its task.
        std::vector<Seconds> run_times;
        for (std::size_t i = 0; i < times; ++i)
            run_times.push_back(
                future.runs.draw(job.request.user, limit, elapsed, random.uniform01()));
        controller.set_run_times(static_cast<std::int32_t>(job.request.number),
                                 std::move(run_times));
    }
}

std::size_t waiting(slurm::Controller const& controller) {
    return controller.unfinished() - controller.state().jobs.running.size();
}

}  // namespace

SampledStart
sample_start(StartingPoint const& start, SampledFuture const& future, std::uint64_t number) {
    ForecastQuestion const& question = future.question;
    slurm::Controller controller = start.controller;
    RandomStream runs(question.seed, "forecast run times", number);
    sample_runs(future, controller, runs);
    StartWatch watch(start.target, future.snapshot.queue.now);
    controller.observe(&watch);
    watch.begin(controller);
    auto const origin = future.snapshot.queue.now;
    auto const end = question.horizon.after(origin);
    auto const most = most_waiting(waiting(controller));
    auto const later =
        future.later != nullptr ? future.later->future(question.seed, number) : nullptr;
    auto const friction =
        future.friction != nullptr
            ? future.friction->future(question.seed, number, question.horizon.span())
            : std::vector<FrictionEvent>{};
    auto event = friction.begin();
    while (!watch.started() && controller.now() < end) {
        if (future.work.is_interrupted()) break;
        Instant const due = later ? later->next().value_or(Instant::never()) : Instant::never();
        auto const next_event = event != friction.end() ? event->at : end;
        auto const until = std::min({due, next_event, controller.now() + look_interval, end});
        controller.run_until(until);
        if (watch.started() || can_never_start(controller, start.target)) break;
        for (; event != friction.end() && event->at <= until; ++event)
            static_cast<void>(controller.apply(event->command));
        if (due > until) {
            if (due == Instant::never() && event == friction.end() &&
                waits_for_ever(controller.state()))
                break;
            continue;
        }
        auto request = later->take();
        request.submit = controller.now();
        if (waiting(controller) < most) static_cast<void>(controller.submit(request));
    }
    watch.finish(controller.now());
    SampledStart out;
    if (auto const at = watch.started()) out.wait = *at - origin;
    out.seconds = watch.seconds();
    return out;
}

}  // namespace clustersim
