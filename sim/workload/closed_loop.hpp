// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/random_stream.hpp"
#include "sim/workload/batch_model.hpp"
#include "sim/workload/job.hpp"
#include "sim/workload/loop_users.hpp"
#include "sim/workload/patience_level.hpp"
#include "sim/workload/sample_batch.hpp"
#include "sim/workload/weekly_rate.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <queue>
#include <vector>

namespace clustersim {

// Users who react to the queue: a closed loop with balking.
//
//   batch      when a user has thought, the batch is submitted if the backlog is at most the user's patience; else the
//              user thinks again. The rest of a batch is kept back while the backlog is longer than that, or while the
//              user has as many jobs as the site allows
//   patience   scale * dial * e^(s Z), s = 0.5, sampled anew each time, because needs vary; the scale at which the mean
//              backlog is the dial is found during the simulation (sim/workload/patience_level.hpp)
//   think      from the end of the last job of a batch, or from its submission with the probability `overlap` of the
//              mix; lognormal, inversely proportional to the user's activity, until an instant that the hours and days of
//              the mix accept
//   level      number of users and scale of their think times: sim/workload/loop_users.hpp
//
// The backlog then stays near the dial: above it fewer batches join, below it more. Queues of real
// machines are full for this reason: waits hold demand back (N. Zakay and D. Feitelson, "Preserving
// user behavior characteristics in trace-based simulation of parallel job scheduling", MASCOTS
// 2014; balking: F. Haight, "Queueing with balking", Biometrika 44, 1957). The spread of patience
// is an estimate. Valid for the level of a queue over days, not for one user.

/// One job that a user submits.
struct LoopJob {
    Job job;                 ///< for the partition, without an id
    std::uint32_t user = 0;  ///< 0 is the most active one
};

class ClosedLoop {
  public:
    /// One sample of these users; the dial is positive.
    ClosedLoop(std::shared_ptr<LoopUsers const> users, RandomStream random);

    [[nodiscard]] std::size_t users() const { return users_.size(); }
    /// When a user submits next, or asks how long the queue is; never() if all wait for their jobs.
    [[nodiscard]] Instant next() const;
    /// The backlog that users see from now on; none before the first call.
    void observe(Instant now, Duration backlog);
    /// The jobs that are submitted up to now.
    [[nodiscard]] std::vector<LoopJob> submit_due(Instant now);
    /// A job of the user has ended, or was refused.
    void ended(std::uint32_t user, Instant now);
    /// Sets the clock back: what is planned happens that much earlier, at the same hour of the week. Nothing may be
    /// planned before that time has passed.
    void set_back(Seconds time);

  private:
    struct User {
        std::vector<BatchJob> rest;  ///< of the batch that is being submitted, last job first
        Duration patience{};         ///< with the queue, for this batch
        std::uint32_t size_class = 0;
        std::uint32_t open = 0;  ///< submitted jobs that have not ended
        bool waits = false;      ///< for the end of its jobs
    };
    struct Event {
        Instant at;
        std::uint32_t user = 0;
        friend bool operator<(Event const& a, Event const& b) {
            return a.at != b.at ? a.at > b.at : a.user > b.user;  // the earliest is on top
        }
    };

    [[nodiscard]] BatchModel const& model() const;
    [[nodiscard]] Duration think(std::uint32_t user);
    void plan(std::uint32_t user, Instant earliest);
    [[nodiscard]] Job next_job(User& user, Instant now);
    void go_on(std::uint32_t number, Instant now);

    std::shared_ptr<LoopUsers const> of_;
    std::shared_ptr<std::vector<UserStyle> const> styles_;
    double think_scale_ = 1.0;  ///< mean think times are this, divided by the activity
    Duration backlog_{};        ///< as observed last
    PatienceLevel level_;
    WeeklyRate rate_;
    double week_offset_ = 0.0;  ///< s
    RandomStream random_;
    std::vector<User> users_;
    std::priority_queue<Event> events_;
};

}  // namespace clustersim
