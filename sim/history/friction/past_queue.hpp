// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/past_job.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// A job that waits for less than this since its submission says nothing: schedulers look at their queue now and then.
/// Ten minutes are longer than the cycles of backfill that sites publish.
inline constexpr std::int64_t seen_waiting_s = 600;
/// "Not yet", for a start or an end.
inline constexpr std::int64_t not_yet = std::numeric_limits<std::int64_t>::max();

/// A job of a past; seconds of its clock.
struct PastQueueJob {
    std::int64_t submit = 0, start = not_yet, end = not_yet;
    std::int64_t size = 1;
    std::int64_t limit = not_yet;
    std::uint32_t user = 0, queue = 0;  ///< positions in PastQueue
    /// Something but a lack of nodes may have held it back: its user is at a limit, or a job of another user of the same queue
    /// that was submitted later, and was at least as large and as long, started while it waited.
    bool held_back = false;
};

/// The jobs of a part of the past, as known at its end.
struct PastQueue {
    std::int64_t from = 0, now = 0;
    std::vector<PastQueueJob> jobs;  ///< by submission; those that ended before `from` are left out
    PastNames users, queues;         ///< of these jobs
};

/// What was known of a past at `now`: later submissions, starts and ends are left out.
PastQueue past_queue(Past const& known, Instant from, Instant now);

/// The queue between two events.
struct PastQueueState {
    std::int64_t in_use = 0;
    std::vector<std::int64_t> running_of, in_use_of;  ///< jobs and nodes, by user
    std::set<std::size_t> waiting;                    ///< longer than seen_waiting_s; by submission
    // Of these, the ones that nothing but a lack of nodes holds back:
    std::multiset<std::int64_t> sizes;
    std::map<std::uint32_t, std::size_t> users;  ///< jobs by user
    std::vector<std::map<std::uint32_t, std::size_t>> users_of_queue;

    /// Whether such jobs of several users wait, and each would fit in that many nodes. Without the
    /// second user, a chain of jobs that wait for each other would count.
    [[nodiscard]] bool all_fit(std::int64_t free) const {
        return users.size() >= 2 && *sizes.rbegin() <= free;
    }
};

/// Observes the events of a past in their order.
class PastObserver {
  public:
    PastObserver() = default;
    PastObserver(PastObserver const&) = delete;
    PastObserver& operator=(PastObserver const&) = delete;
    virtual ~PastObserver() = default;

    /// Whether it needs instead_of(), which costs most of the time of a walk.
    [[nodiscard]] virtual bool compares() const { return false; }
    /// Nothing happens from `from` to `to`, which is later.
    virtual void
    quiet(PastQueueState const& /*state*/, std::int64_t /*from*/, std::int64_t /*to*/) {}
    /// A job starts; `state` is that before it.
    virtual void starts(PastQueueState const& /*state*/, std::size_t /*job*/) {}
    /// Job `starting` is about to start while job `waiting` still waits. The waiting job is neither
    /// larger nor longer, is of another user, and would have fitted in the place of the other. Only
    /// the first 200 of the waiting jobs are compared.
    virtual void instead_of(PastQueueState const& /*state*/,
                            std::size_t /*starting*/,
                            std::size_t /*waiting*/) {}
    /// A job ends; `state` is that after it.
    virtual void ended(PastQueueState const& /*state*/, std::size_t /*job*/) {}
};

/// Walks through the past. At one instant jobs end first, then they count as waiting, then others start.
void walk_past(PastQueue const& past, PastObserver& observer);

/// Marks the jobs that later ones passed, and all jobs of these users.
void mark_held_back(PastQueue& past, std::set<std::uint32_t> const& limited_users);

}  // namespace clustersim
