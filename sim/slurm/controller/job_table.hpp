// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/job_record.hpp"
#include "sim/slurm/controller/job_store.hpp"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace clustersim::slurm {

/// The controller's counts of an array as a whole (spec 1.9, 1.10.3).
struct ArrayCounts {
    std::optional<JobSlot> meta;  ///< the record of the pending tasks
    std::int32_t limit = 0;       ///< %limit; 0: none
    std::int32_t unfinished = 0;
    std::int32_t running = 0;
    std::int32_t not_completed = 0;  ///< finished in another state than COMPLETED
    std::int32_t completed = 0;
};

/// The jobs that the controller knows: pending, running, and finished until they are purged.
/// References remain valid when jobs are added. Slots of purged jobs are reused.
class JobTable {
  public:
    JobSlot add(Job job);
    void purge(JobSlot slot);
    [[nodiscard]] Job& at(JobSlot slot) { return jobs_[slot.value]; }
    [[nodiscard]] Job const& at(JobSlot slot) const { return jobs_[slot.value]; }
    /// The job with that id; absent if it never existed or was purged.
    [[nodiscard]] std::optional<JobSlot> find(std::int32_t id) const;
    /// The record of one task of an array; absent while the task is pending in the array's own
    /// record.
    [[nodiscard]] std::optional<JobSlot> find_task(std::int32_t array_id, std::int32_t task) const;
    void name_task(JobSlot slot);
    [[nodiscard]] ArrayCounts* array(std::int32_t array_id);
    [[nodiscard]] ArrayCounts const* array(std::int32_t array_id) const;
    ArrayCounts& add_array(std::int32_t array_id) { return arrays_[array_id]; }
    /// Fetches the part of a job that passes over the queue read, so that it is in the cache when
    /// they reach it.
    void prefetch(JobSlot slot) const { __builtin_prefetch(&at(slot)); }
    /// The same for the calculation of priorities.
    void prefetch_priority(JobSlot slot) const {
        auto const& job = at(slot);
        __builtin_prefetch(&job);
        __builtin_prefetch(&job.accrue);
        __builtin_prefetch(&job.priorities);
    }
    /// One more than the highest slot.
    [[nodiscard]] std::size_t slots() const { return jobs_.size(); }
    [[nodiscard]] std::size_t size() const { return slot_of_.size(); }
    /// Slots of all known jobs, in order of creation.
    [[nodiscard]] std::vector<JobSlot> in_order() const;
    /// Calls visit(slot, job) for every known job, in any order.
    template <class Visit>
    void for_each(Visit visit) const {
        for (auto const& [id, slot] : slot_of_) visit(slot, at(slot));
    }
    /// Calls visit(array_id, counts) for every array, in any order.
    template <class Visit>
    void for_each_array(Visit visit) const {
        for (auto const& [id, counts] : arrays_) visit(id, counts);
    }

  private:
    static std::int64_t task_key(std::int32_t array_id, std::int32_t task) {
        return (std::int64_t{array_id} << 32) | static_cast<std::uint32_t>(task);
    }

    JobStore<Job> jobs_;
    std::vector<JobSlot> free_;
    std::uint32_t next_sequence_ = 0;
    std::unordered_map<std::int32_t, JobSlot> slot_of_;
    std::unordered_map<std::int64_t, JobSlot> tasks_;
    std::unordered_map<std::int32_t, ArrayCounts> arrays_;
};

}  // namespace clustersim::slurm
