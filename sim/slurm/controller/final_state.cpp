// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/final_state.hpp"

#include "sim/slurm/controller/accrual.hpp"
#include "sim/slurm/controller/job_counts.hpp"

namespace clustersim::slurm {

void settle(ClusterState& state, JobSlot slot, bool waited) {
    auto& job = state.jobs.at(slot);
    auto const tasks = job.tasks();
    if (auto* array = state.jobs.table.array(job.array_id)) {
        array->unfinished -= tasks;
        auto& tally = job.state == JobState::completed ? array->completed : array->not_completed;
        tally += tasks;
    }
    if (waited)
        count_waiting(state.accounting.counts, state.config, job, -tasks);
    else
        state.accounting.counts.remove_submit(groups_of(state.config, job, job.choice));
    switch (job.state) {
        // A script that has ended counts as completed, whatever its exit state (spec 11.8).
        case JobState::completed:
        case JobState::failed:
        case JobState::timeout: ++state.counters.completed; break;
        case JobState::cancelled: ++state.counters.cancelled; break;
        default: ++state.counters.failed; break;
    }
    state.jobs.finished.push_back(slot);
    state.triggers.last_activity = state.clock.now();
    state.touch();
    state.observer.notify(
        [&](JobObserver& observer) { observer.finished(job, state.clock.now()); });
}

void end_pending(ClusterState& state, JobSlot slot, JobState final_state, Reason reason) {
    auto& job = state.jobs.at(slot);
    if (job.in_queue)
        leave_queue(state.jobs.queue, job);
    else
        std::erase(state.jobs.queue.waiting(), slot);
    stop_accruing(state.accounting, state.config, job);
    job.state = final_state;
    job.reason = reason;
    job.end = state.clock.now();
    if (auto* array = state.jobs.table.array(job.array_id); array != nullptr && job.is_meta())
        array->meta.reset();
    settle(state, slot, true);
}

}  // namespace clustersim::slurm
