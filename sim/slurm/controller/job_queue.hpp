// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/job_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace clustersim::slurm {

/// One way in which a pending job could start: Slurm has one record for each partition, and for each
/// reservation that it might use (spec 3.3).
struct QueueRecord {
    JobSlot slot;
    std::uint32_t generation = 0;  ///< of Job::queued: another one means that the record is void
    std::int32_t choice = 0;
    std::optional<ReservationId> reservation;
    std::int32_t tier = 1;
    std::uint32_t priority = 0;
    Instant submit;
    std::int64_t order_id = 0;
    std::optional<std::int32_t> task;
    std::int32_t nodes = 1;  ///< it cannot start on fewer
    Minutes minutes;         ///< the shortest time it could be let in for
    /// Being looked at changes nothing but its expected start: no deadline, no wait for switches.
    bool plain = true;
    bool prefer = false;   ///< only now and only on the nodes that --prefer likes (spec 1.7.7)
    bool main = true;      ///< passes the partition's limits with its time limit
    bool backfill = true;  ///< passes them with its --time-min
};

/// The pending jobs: those that could start, in queue order (spec 3.4), and those that may not be
/// looked at (dependency, begin time, hold, reservation). Records of jobs that have left are void and
/// swept out now and then, so that no pass costs more than what waits.
class JobQueue {
  public:
    /// Puts a record where it belongs.
    void insert(QueueRecord const& record);
    /// Sorts again after priorities have changed.
    void resort(JobTable const& jobs);
    /// Forgets void records once they are many.
    void sweep(JobTable const& jobs);
    /// One more record has become void.
    void count_void() { ++void_; }

    [[nodiscard]] std::vector<QueueRecord> const& records() const { return records_; }
    /// Every job of the queue once, and those that may not be looked at.
    [[nodiscard]] std::vector<JobSlot> pending_slots(JobTable const& jobs) const;
    [[nodiscard]] std::vector<JobSlot>& waiting() { return waiting_; }
    [[nodiscard]] std::vector<JobSlot> const& waiting() const { return waiting_; }

  private:
    std::vector<QueueRecord> records_;
    std::vector<JobSlot> waiting_;  ///< in order of creation
    std::size_t void_ = 0;
};

/// Whether a record comes before another (spec 3.4 without preemption).
bool queued_before(QueueRecord const& a, QueueRecord const& b);

}  // namespace clustersim::slurm
