// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/sched/pool_shape.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim {

/// A waiting job as far as a policy may know it.
struct PendingJob {
    JobIndex job;
    std::int32_t nodes = 0;
    std::int32_t units = 0;
    std::int64_t requested = 0;  ///< seconds

    [[nodiscard]] std::int64_t total_units() const { return std::int64_t{nodes} * units; }
};

/// The waiting jobs in the order in which they joined.
///
/// A slot keeps its job until the job starts. Empty slots are skipped and removed from time to time,
/// so a start in the middle of a long queue moves nothing. Each block of slots knows its smallest
/// size and shortest request, so that a search can skip blocks without a match.
class PendingQueue {
  public:
    using Slot = std::uint32_t;

    /// Criteria of a backfill search: a job of at most `size` units in total that is either no
    /// longer than `length` or has at most `size_if_longer` units.
    struct Filter {
        std::int64_t size = 0;
        std::int64_t length = 0;
        std::int64_t size_if_longer = 0;
    };

    void push_back(PendingJob const& job);
    /// Empties a slot.
    void remove(Slot slot);
    /// Removes empty slots if there are many; all Slots held by callers become invalid.
    void compact();

    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] PendingJob const& operator[](Slot slot) const { return slots_[slot]; }
    /// The first waiting job, or end().
    [[nodiscard]] Slot front() const { return front_; }
    /// The next waiting job after this slot, or end().
    [[nodiscard]] Slot next(Slot slot) const { return first_filled(slot + 1); }
    [[nodiscard]] Slot end() const { return static_cast<Slot>(slots_.size()); }
    /// The first waiting job at or after `from` that matches, or end().
    [[nodiscard]] Slot find(Slot from, Filter filter) const;

  private:
    struct Block {
        std::int64_t smallest;
        std::int64_t shortest;
    };
    static constexpr std::size_t block_size = 64;
    static constexpr std::int32_t emptied = 0;  ///< `nodes` of an empty slot

    [[nodiscard]] Slot first_filled(Slot from) const;
    void summarise(std::size_t block);

    std::vector<PendingJob> slots_;
    std::vector<Block> blocks_;
    std::size_t size_ = 0;
    Slot front_ = 0;
};

}  // namespace clustersim
