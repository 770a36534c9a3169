// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/departure_list.hpp"
#include "sim/slurm/controller/job_table.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// The running and suspended jobs, by expected end, then in the order of creation, with their
/// departures in the same order.
class RunningJobs {
  public:
    /// Adds a job that starts.
    void insert(JobTable const& jobs, JobSlot slot);
    void erase(JobSlot slot);
    /// Moves a job to its position after a change of `end`.
    void sort(JobTable const& jobs, JobSlot slot);
    /// Records another change that affects which jobs may be preempted.
    void note_change() { ++changes_; }

    [[nodiscard]] bool empty() const { return slots_.empty(); }
    [[nodiscard]] std::size_t size() const { return slots_.size(); }
    [[nodiscard]] JobSlot operator[](std::size_t position) const { return slots_[position]; }
    [[nodiscard]] auto begin() const { return slots_.begin(); }
    [[nodiscard]] auto end() const { return slots_.end(); }
    /// Number of changes so far: a result found at the same number is still valid.
    [[nodiscard]] std::uint64_t changes() const { return changes_; }
    [[nodiscard]] DepartureList const& departures() const { return departures_; }
    /// For queries that cache their results.
    [[nodiscard]] DepartureList& departures() { return departures_; }

    /// Checks that the list has exactly the running and suspended jobs of the table, in its order.
    /// `nodes`: of the cluster.
    void check(JobTable const& jobs, std::size_t nodes) const;

  private:
    std::vector<JobSlot> slots_;
    DepartureList departures_;
    std::uint64_t changes_ = 0;
};

/// The job's nodes, and those of each running job that has several.
NodesInUse nodes_in_use(RunningJobs const& running, JobTable const& jobs, Job const& job);

}  // namespace clustersim::slurm
