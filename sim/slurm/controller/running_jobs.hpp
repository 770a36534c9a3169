// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/departure_list.hpp"
#include "sim/slurm/controller/job_table.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// The jobs that run or are suspended, by expected end, then in the order of creation; with their
/// departures in the same order.
class RunningJobs {
  public:
    /// Adds a job that starts.
    void insert(JobTable const& jobs, JobSlot slot);
    void erase(JobSlot slot);
    /// Puts a job where its expected end belongs; call after a change of `end`.
    void sort(JobTable const& jobs, JobSlot slot);
    /// Notes that something else has changed which decides on who may be preempted.
    void note_change() { ++changes_; }

    [[nodiscard]] bool empty() const { return slots_.empty(); }
    [[nodiscard]] std::size_t size() const { return slots_.size(); }
    [[nodiscard]] JobSlot operator[](std::size_t position) const { return slots_[position]; }
    [[nodiscard]] auto begin() const { return slots_.begin(); }
    [[nodiscard]] auto end() const { return slots_.end(); }
    /// Changes so far: who has what was found at the same number has it still.
    [[nodiscard]] std::uint64_t changes() const { return changes_; }
    [[nodiscard]] DepartureList const& departures() const { return departures_; }
    /// For questions that keep their answers.
    [[nodiscard]] DepartureList& departures() { return departures_; }

    /// That the list is those jobs of the table which run or are suspended, in its order.
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
