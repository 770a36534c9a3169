// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/suspension.hpp"

#include "sim/slurm/controller/gang.hpp"
#include "sim/slurm/controller/lifecycle.hpp"
#include "sim/slurm/controller/priority_update.hpp"
#include "sim/slurm/controller/running_list.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// slurmstepd waits so long between SIGTSTP and SIGSTOP; nothing goes on before.
constexpr std::int64_t signal_ms = 2000;

/// Gives back what the job held but memory and devices.
void give_back(ClusterState& state, Job& job) {
    auto& held = job.suspension.held;
    auto const part = held == HeldPart::all ? HeldPart::presence_and_cores : HeldPart::presence;
    state.use.remove(job.allocation, job.chosen().kind, part);
    state.without_cores += held == HeldPart::all ? 1 : 0;
    held = HeldPart::memory;
}

/// Takes its cores again; where others have them, it is there without any that would count.
void take_again(ClusterState& state, Job& job) {
    auto& held = job.suspension.held;
    bool const room = state.use.has_room(job.allocation, job.chosen().kind);
    auto const part = room ? HeldPart::presence_and_cores : HeldPart::presence;
    state.use.add(job.allocation, job.chosen().kind, part);
    state.without_cores -= room ? 1 : 0;
    held = room ? HeldPart::all : HeldPart::memory_and_presence;
}

}  // namespace

void stop_job(ClusterState& state, JobSlot slot) {
    auto& job = state.jobs.at(slot);
    if (job.state != JobState::running) {
        return;
    }
    auto& suspension = job.suspension;
    job.state = JobState::suspended;
    suspension.ran += state.now - suspension.changed.value_or(job.start);
    suspension.changed = state.now;
    suspension.left_ms = end_of_run(job) - state.now_ms;
    ++job.run;
    ++state.running_changes;
    state.touch();
    state.observer.tell([&](JobObserver& observer) { observer.suspended(job, state.now); });
}

void continue_job(ClusterState& state, JobSlot slot) {
    auto& job = state.jobs.at(slot);
    if (job.state != JobState::suspended) {
        return;
    }
    auto& suspension = job.suspension;
    job.state = JobState::running;
    suspension.total += state.now - *suspension.changed;
    suspension.changed = state.now;
    auto const stopped_ms = end_of_run(job) - suspension.left_ms;
    suspension.end_ms = std::max(state.now_ms, stopped_ms + signal_ms) + suspension.left_ms;
    if (job.limit_minutes) {
        auto const end = state.now + *job.limit_minutes * 60 - suspension.ran;
        suspension.end_moved += end - job.end;
        job.end = end;
    }
    schedule_end(state, slot, suspension.end_ms - state.now_ms);
    sort_running(state, slot);
    state.touch();
    state.observer.tell([&](JobObserver& observer) { observer.resumed(job, state.now); });
}

std::optional<std::string> suspend_by_admin(ClusterState& state, JobSlot slot) {
    auto& job = state.jobs.at(slot);
    if (is_final(job.state)) {
        return "Job/step already completing or completed";
    }
    if (job.pending()) {
        return "Job is pending execution";
    }
    if (job.suspension.by_admin) {
        return std::nullopt;
    }
    job.suspension.by_admin = true;
    ++state.stopped_by_admin;
    if (job.state == JobState::running) {
        give_back(state, job);
        stop_job(state, slot);
        gang_end(state, slot);
    }
    job.priority = 0;
    ++state.requests;
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
        --state.stopped_by_admin;
    }
    if (job.suspension.held == HeldPart::memory) {
        take_again(state, job);
    }
    set_priorities(state, job);
    gang_start(state, slot);
    continue_job(state, slot);
    return std::nullopt;
}

Seconds suspended_time(Job const& job, std::int64_t now) {
    bool const stands = job.state == JobState::suspended;
    return Seconds{job.suspension.total + (stands ? now - *job.suspension.changed : 0)};
}

bool somebody_runs(ClusterState const& state) {
    return state.running.size() > static_cast<std::size_t>(state.stopped_by_admin);
}

}  // namespace clustersim::slurm
