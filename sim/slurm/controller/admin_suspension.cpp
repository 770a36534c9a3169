// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/admin_suspension.hpp"

#include "sim/slurm/controller/gang.hpp"
#include "sim/slurm/controller/lifecycle.hpp"
#include "sim/slurm/controller/priority_update.hpp"
#include "sim/slurm/controller/suspension.hpp"

namespace clustersim::slurm {

namespace {

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
        displace(state, gang_end(state, slot));
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
    displace(state, gang_start(state, slot));
    continue_job(state, slot);
    return std::nullopt;
}

}  // namespace clustersim::slurm
