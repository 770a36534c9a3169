// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/suspension.hpp"

#include "sim/slurm/controller/end_events.hpp"
#include "sim/slurm/controller/gang.hpp"
#include "sim/slurm/controller/priority_update.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// Delay of slurmstepd between SIGTSTP and SIGSTOP; a resume takes effect only after it.
constexpr Milliseconds between_signals{2000};

/// Releases all resources of the job except memory and devices.
void give_back(NodesState& nodes, Job& job) {
    auto& held = job.suspension.held;
    auto const part = held == HeldPart::all ? HeldPart::presence_and_cores : HeldPart::presence;
    nodes.use.remove(job.allocation, job.chosen().kind, part);
    nodes.without_cores += held == HeldPart::all ? 1 : 0;
    held = HeldPart::memory;
}

/// Takes the job's cores again; if other jobs have them, the job runs without counted cores.
void take_again(NodesState& nodes, Job& job) {
    auto& held = job.suspension.held;
    bool const room = nodes.use.has_room(job.allocation, job.chosen().kind);
    auto const part = room ? HeldPart::presence_and_cores : HeldPart::presence;
    nodes.use.add(job.allocation, job.chosen().kind, part);
    nodes.without_cores -= room ? 1 : 0;
    held = room ? HeldPart::all : HeldPart::memory_and_presence;
}

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

std::optional<std::string> suspend_by_admin(ClusterState& state, JobSlot slot) {
    auto& job = state.jobs.at(slot);
    if (is_final(job.state)) return "Job/step already completing or completed";
    if (job.pending()) return "Job is pending execution";
    if (job.suspension.by_admin) return std::nullopt;
    job.suspension.by_admin = true;
    ++state.jobs.stopped_by_admin;
    if (job.state == JobState::running) {
        give_back(state.nodes, job);
        stop_job(state, slot);
        gang_end(state, slot);
    }
    job.priority = 0;
    ++state.triggers.requests;
    return std::nullopt;
}

std::optional<std::string> resume_by_admin(ClusterState& state, JobSlot slot) {
    auto& job = state.jobs.at(slot);
    if (job.state != JobState::suspended) {
        return is_final(job.state) ? "Job/step already completing or completed"
                                   : "Job is not suspended";
    }
    if (job.suspension.by_admin) {
        job.suspension.by_admin = false;
        --state.jobs.stopped_by_admin;
    }
    if (job.suspension.held == HeldPart::memory) take_again(state.nodes, job);
    set_priorities(state.accounting, state.config, job, state.clock.now());
    gang_start(state, slot);
    continue_job(state, slot);
    return std::nullopt;
}

Seconds suspended_time(Job const& job, Instant now) {
    bool const stands = job.state == JobState::suspended;
    return job.suspension.total + (stands ? now - *job.suspension.changed : Seconds{});
}

bool somebody_runs(ClusterState const& state) {
    return state.jobs.running.size() > static_cast<std::size_t>(state.jobs.stopped_by_admin);
}

}  // namespace clustersim::slurm
