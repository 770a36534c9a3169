// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/workload/job.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace clustersim {

// A queue in which nodes are only counted, for what happened before a simulation begins: cheap
// enough to simulate weeks of it for each replicate, and accurate enough that its errors are
// forgotten within hours.
//
//   pass       by the caller, every few minutes: the waiting jobs in their order are planned on the free units of the
//              coming half hours, from the limits of the running ones. The first 50 keep their place in this plan; later
//              ones start if they fit into the rest (as backfill with a depth). Ends are exact, starts wait for a pass
//   order      least decayed usage per share of the account, then by submission; without accounts by submission
//
// Left out: which nodes, limits of users, QOS, sizes and ages in priorities, jobs that wait for others. Valid as the
// beginning of a simulation that then runs for a few hours at least.

/// The order of a rough queue: by least usage per share of the account, or by submission.
struct RoughOrder {
    bool by_usage = false;
    std::vector<std::uint32_t> account_of;  ///< by user; empty: usage is not counted
    std::vector<double> shares;             ///< by account, positive
    Seconds half_life{};                    ///< of usage; 0: it never decays
};

/// A job that waits or, if it has started, runs.
struct RoughJob {
    Job job;
    std::uint32_t user = 0;
    std::int64_t units = 1;  ///< of the queue
    std::optional<Instant> started{};
};

class RoughQueue {
  public:
    RoughQueue(std::int64_t units, RoughOrder order);

    /// Adds a job of at most all units, submitted not before the last pass. The order needs to know its user.
    void submit(RoughJob job);
    /// Ends what has ended by now, and starts what can start; returns the ended jobs.
    std::vector<RoughJob> pass(Instant now);

    /// Units times requested walltime of the waiting jobs, over all units, in seconds.
    [[nodiscard]] double backlog() const;
    [[nodiscard]] std::int64_t busy() const { return units_ - free_; }
    /// The running jobs, then the waiting ones in the order of submission.
    [[nodiscard]] std::vector<RoughJob> jobs() const;
    /// Decayed unit-seconds by user; empty without accounts.
    [[nodiscard]] std::vector<double> const& usage() const { return usage_; }

  private:
    void charge(Seconds elapsed);
    /// Ranks by account, for accounts with waiting jobs; accounts with equal usage per share have
    /// equal ranks.
    [[nodiscard]] std::vector<std::uint32_t> ranks_of_waiting() const;
    void order_waiting();
    [[nodiscard]] std::vector<std::int64_t> free_by_step(Instant now) const;
    void start_fitting(Instant now);

    std::int64_t units_;
    std::int64_t free_;
    RoughOrder order_;
    std::vector<double> usage_;
    std::vector<std::vector<std::uint32_t>> users_of_;  ///< by account
    std::vector<RoughJob> running_;
    std::vector<RoughJob> waiting_;
    Instant now_;
    bool changed_ = false;  ///< since the last pass
};

}  // namespace clustersim
