// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/job_table.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace clustersim::slurm {

/// One option for a pending job to start: Slurm has one record for each partition, and for each
/// reservation that the job might use (spec 3.3).
struct QueueRecord {
    /// Records without a task come after those of tasks.
    static constexpr std::int32_t no_task = std::numeric_limits<std::int32_t>::max();

    JobSlot slot;
    std::uint32_t generation = 0;  ///< value of Job::queued; if that has changed, the record is
                                   ///< void
    std::int32_t choice = 0;
    std::int32_t tier = 1;
    std::uint32_t priority = 0;
    std::int32_t nodes = 1;  ///< the fewest with which it could start
    std::optional<ReservationId> reservation;
    std::int32_t partition = 0;   ///< of the choice
    std::int32_t task = no_task;  ///< of an array, with its own record
    Instant submit;
    Minutes minutes;  ///< the shortest time limit with which it could start
    std::int32_t order_id = 0;
    /// True if testing it changes only its start estimate: it has no deadline and does not wait for
    /// switches.
    bool plain = true;
    bool prefer = false;   ///< only an immediate start on the nodes preferred by --prefer (spec
                           ///< 1.7.7)
    bool main = true;      ///< within the partition's limits with its time limit
    bool backfill = true;  ///< within them with its --time-min
};
// A cache line: passes and cycles walk over these by the thousand.
static_assert(sizeof(QueueRecord) == 64);

/// The pending jobs: the eligible ones in queue order (spec 3.4), and the others (dependency, begin
/// time, hold, reservation). Records of jobs that have left are void and are removed from time to
/// time, so that the cost of a pass depends on the pending jobs only.
class JobQueue {
  public:
    /// Inserts a record at its position in the queue.
    void insert(QueueRecord const& record);
    /// Calls visit(job) for the job of every valid record, several times for a job with several
    /// records.
    template <class Visit>
    void for_each_job(JobTable& jobs, Visit visit) const;
    /// Sorts again after priorities have changed.
    void resort(JobTable const& jobs);
    /// Removes void records if there are many.
    void sweep(JobTable const& jobs);
    /// Counts one more void record.
    void count_void() { ++void_; }

    [[nodiscard]] std::vector<QueueRecord> const& records() const { return records_; }
    /// Every job of the queue once, and the jobs that are not eligible.
    [[nodiscard]] std::vector<JobSlot> pending_slots(JobTable const& jobs) const;
    [[nodiscard]] std::vector<JobSlot>& waiting() { return waiting_; }
    [[nodiscard]] std::vector<JobSlot> const& waiting() const { return waiting_; }

  private:
    std::vector<QueueRecord> records_;
    std::vector<JobSlot> waiting_;  ///< in order of creation
    std::size_t void_ = 0;
};

template <class Visit>
void JobQueue::for_each_job(JobTable& jobs, Visit visit) const {
    constexpr std::size_t ahead = 8;
    for (std::size_t i = 0; i < records_.size(); ++i) {
        if (i + ahead < records_.size()) jobs.prefetch_priority(records_[i + ahead].slot);
        auto& job = jobs.at(records_[i].slot);
        if (job.queued == records_[i].generation) visit(job);
    }
}

/// True if a record comes before another (spec 3.4 without preemption).
bool queued_before(QueueRecord const& a, QueueRecord const& b);

/// Removes a pending job's records from the queue.
void leave_queue(JobQueue& queue, Job& job);

}  // namespace clustersim::slurm
