// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/cancel.hpp"

#include "sim/slurm/controller/final_state.hpp"
#include "sim/slurm/controller/lifecycle.hpp"

#include <algorithm>

namespace clustersim::slurm {

void cancel_job(ClusterState& state, JobSlot slot, std::string const& by) {
    auto& job = state.jobs.at(slot);
    if (is_final(job.state)) return;
    job.cancelled_by = by;
    if (!kill_job(state, slot, JobState::cancelled, Reason::none))
        end_pending(state, slot, JobState::cancelled, job.reason);
}

void cancel_waiting_task(ClusterState& state,
                         std::int32_t array_id,
                         std::int32_t task,
                         std::string const& by) {
    auto const* array = state.jobs.table.array(array_id);
    if (array == nullptr || !array->meta) return;
    auto& tasks = state.jobs.at(*array->meta).pending_tasks;
    auto const found = std::find(tasks.begin(), tasks.end(), task);
    if (found == tasks.end()) return;
    // The task gets a record of its own, as the lowest task does at its start.
    std::rotate(tasks.begin(), found, found + 1);
    auto const slot = state.jobs.split_task(*array->meta);
    cancel_job(state, slot, by);
}

}  // namespace clustersim::slurm
