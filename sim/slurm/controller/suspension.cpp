// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/suspension.hpp"

#include "sim/slurm/controller/end_events.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// Delay of slurmstepd between SIGTSTP and SIGSTOP; a resume takes effect only after it.
constexpr Milliseconds between_signals{2000};

}  // namespace

void stop_job(ClusterState& state, JobSlot slot) {
    auto& job = state.jobs.at(slot);
    if (job.state != JobState::running) return;
    auto& suspension = job.suspension;
    job.state = JobState::suspended;
    suspension.ran = suspension.ran + (state.clock.now() - suspension.changed.value_or(job.start));
    suspension.changed = state.clock.now();
    suspension.left = end_of_run(job) - state.clock.moment();
    ++job.run;
    state.jobs.running.note_change();
    state.touch();
    state.observer.notify(
        [&](JobObserver& observer) { observer.suspended(job, state.clock.now()); });
}

void continue_job(ClusterState& state, JobSlot slot) {
    auto& job = state.jobs.at(slot);
    if (job.state != JobState::suspended) return;
    auto& suspension = job.suspension;
    suspension.total = suspended_time(job, state.clock.now());
    job.state = JobState::running;
    suspension.changed = state.clock.now();
    auto const stopped = end_of_run(job) - suspension.left;
    suspension.end = std::max(state.clock.moment(), stopped + between_signals) + suspension.left;
    if (job.limit) {
        auto const end = state.clock.now() + *job.limit - suspension.ran;
        suspension.end_moved = suspension.end_moved + (end - job.end);
        job.end = end;
    }
    schedule_end(state.jobs, slot);
    state.jobs.running.sort(state.jobs.table, slot);
    state.touch();
    state.observer.notify([&](JobObserver& observer) { observer.resumed(job, state.clock.now()); });
}

Seconds suspended_time(Job const& job, Instant now) {
    bool const stands = job.state == JobState::suspended;
    return job.suspension.total + (stands ? now - *job.suspension.changed : Seconds{});
}

bool somebody_runs(ClusterState const& state) {
    return state.jobs.running.size() > static_cast<std::size_t>(state.jobs.stopped_by_admin);
}

}  // namespace clustersim::slurm
