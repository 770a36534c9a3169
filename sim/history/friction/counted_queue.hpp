// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <utility>
#include <vector>

namespace clustersim {

/// A job of a queue that counts nodes; seconds of one clock.
struct CountedJob {
    std::int64_t submit = 0, size = 1, limit = 1, run = 0;
    std::uint32_t user = 0, queue = 0;
    std::int64_t order = 0;  ///< the lowest first; of equal ones, the first to be submitted
};

/// What jobs may not exceed.
struct CountedLimits {
    std::map<std::uint32_t, std::int64_t> jobs_of_user, nodes_of_user, jobs_in_queue;
};

/// The nodes that can be used, or a queue that closes or opens, from an instant on.
struct CountedChange {
    std::int64_t at = 0;
    std::optional<std::uint32_t> queue;
    bool closed = false;      ///< of a queue
    std::int64_t usable = 0;  ///< else
    friend auto operator<=>(CountedChange const&, CountedChange const&) = default;
};

/// A queue under EASY backfilling (D. Lifka, The ANL/IBM SP scheduling system, JSSPP 1995) on nodes
/// that are only counted, with limits of users, queues that close, and nodes that come and go. Jobs
/// are looked at in their order: those at a limit, of a closed queue or larger than what is usable
/// are skipped; the first that does not fit gets a reservation, and later ones start if they do not
/// delay it. At most the first 1,000 waiting jobs are looked at. Jobs that run when nodes are lost
/// continue. At one instant jobs end, then nodes and queues change, then jobs start; submissions
/// are the caller's.
class CountedQueue {
  public:
    CountedQueue(std::int64_t now,
                 std::int64_t nodes,
                 CountedLimits limits,
                 std::vector<CountedChange> changes);

    /// Adds a job that has run since `start`; job.run counts from the start.
    std::size_t add_running(CountedJob const& job, std::int64_t start);
    /// Adds a job to the queue now; it may start with the next call of run_until().
    std::size_t submit(CountedJob const& job);
    /// Handles all events up to `t`, or until that job has started; returns whether it has.
    bool run_until(std::int64_t t, std::optional<std::size_t> job = {});

    [[nodiscard]] std::optional<std::int64_t> start_of(std::size_t job) const {
        return starts_[job];
    }
    [[nodiscard]] std::int64_t now() const { return now_; }
    [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }
    /// Nothing happens any more without another submission.
    [[nodiscard]] bool idle() const { return ends_.empty() && next_change_ == changes_.size(); }

  private:
    struct Shadow {
        std::int64_t at = 0, extra = 0;
    };
    /// What a pass looks at, side by side in memory: most passes start nothing.
    struct Waiting {
        std::int64_t order = 0;
        std::size_t job = 0;
        std::int64_t size = 1, limit = 1;
    };
    void end(std::size_t job);
    void change(CountedChange const& change);
    void pass();
    void start(std::size_t job, std::int64_t at);
    /// Adds a job to those that run, or with -1 takes it away.
    void count(CountedJob const& job, std::int64_t sign);
    [[nodiscard]] bool may_start(std::size_t number) const;
    [[nodiscard]] Shadow reservation(std::int64_t size) const;

    std::int64_t now_, usable_;
    CountedLimits limits_;
    std::vector<CountedChange> changes_;
    std::size_t next_change_ = 0;
    std::vector<CountedJob> jobs_;
    std::vector<std::optional<std::int64_t>> starts_;
    /// End and job; the first to end is on top.
    std::priority_queue<std::pair<std::int64_t, std::size_t>,
                        std::vector<std::pair<std::int64_t, std::size_t>>,
                        std::greater<>>
        ends_;
    std::vector<std::pair<std::int64_t, std::int64_t>>
        promised_;                  ///< end by the limit, nodes; sorted
    std::vector<Waiting> waiting_;  ///< in their order
    /// Counted only if there are such limits.
    std::map<std::uint32_t, std::int64_t> running_of_, nodes_of_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> running_in_;  ///< queue, user
    std::set<std::uint32_t> closed_;
    std::int64_t in_use_ = 0;
    bool look_ = true;  ///< something happened since the last pass
};

}  // namespace clustersim
