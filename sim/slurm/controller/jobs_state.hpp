// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/end_events.hpp"
#include "sim/slurm/controller/gang_state.hpp"
#include "sim/slurm/controller/job_queue.hpp"
#include "sim/slurm/controller/job_table.hpp"
#include "sim/slurm/controller/running_jobs.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// The jobs that a controller knows, and the lists of pending, running, ending and finished ones.
struct JobsState {
    explicit JobsState(Site const& site);

    JobTable table;
    JobQueue queue;
    RunningJobs running;
    GangState gang;
    EndEvents ends;
    std::vector<JobSlot> finished;      ///< not yet purged, by end
    std::vector<JobSlot> fresh_arrays;  ///< not tested since their submission
    std::vector<JobSlot> without_age;   ///< waiting for a place among those that gain age
    std::int32_t stopped_by_admin = 0;  ///< number of running jobs suspended by an administrator
    std::int32_t next_id = 1;

    [[nodiscard]] Job& at(JobSlot slot) { return table.at(slot); }
    [[nodiscard]] Job const& at(JobSlot slot) const { return table.at(slot); }
    /// Every pending job once, in order of creation.
    [[nodiscard]] std::vector<JobSlot> pending() const { return queue.pending_slots(table); }
    /// Splits the lowest pending task off an array's record, as Slurm does when it starts one; the
    /// last task keeps the record. Returns any other job unchanged.
    JobSlot split_task(JobSlot slot);
    /// Number of jobs that are pending, running or completing.
    [[nodiscard]] std::size_t unfinished() const { return table.size() - finished.size(); }

    /// Checks that the lists and counts match the jobs; `nodes`: of the cluster.
    void check(std::size_t nodes) const;
};

/// Schedules the end of a running job's process.
void schedule_end(JobsState& jobs, JobSlot slot);

}  // namespace clustersim::slurm
