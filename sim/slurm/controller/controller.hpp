// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/controller/backfill.hpp"
#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/main_scheduler.hpp"
#include "sim/slurm/controller/phases.hpp"
#include "sim/slurm/controller/submission.hpp"
#include "sim/slurm/controller/time_limits.hpp"
#include "sim/slurm/request/admin_command.hpp"
#include "sim/slurm/request/job_request.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace clustersim::slurm {

/// How faithfully cycles are gone through: `reference` does all that Slurm does in every cycle, and
/// checks the state after it; `fast` leaves out what cannot start a job. The starts are the same.
enum class CycleMode { fast, reference };

/// An emulated slurmctld: its loops run by themselves as time goes on; jobs and commands come from
/// outside, at the present instant. A copy is a fork of the future.
///
/// Order at one instant: background loop (time limits, then the main scheduler), backfill, priority
/// calculation, turns of gang scheduling, ends of jobs, then what the caller submits.
class Controller {
  public:
    Controller(std::shared_ptr<Site const> site, Phases phases, CycleMode mode = CycleMode::fast);

    /// Lets everything happen up to and including `t`, in milliseconds from the origin. Time does
    /// not go back.
    void run_until_ms(std::int64_t t);
    void run_until(Instant t) { run_until_ms(t.since_origin * 1000); }
    /// Goes to the next instant at which something can happen; false when nothing ever will, without
    /// a command from outside.
    bool step();
    /// Until nothing more can happen, or `limit`; returns whether every job has ended. What waits for
    /// ever then still waits.
    bool run_to_end(Instant limit = Instant::never());

    SubmitOutcome submit(JobRequest const& request);
    /// What `scontrol` and `scancel` do. An error is Slurm's message.
    std::optional<std::string> apply(AdminCommand const& command);

    /// Calls are made until the observer is replaced; it must outlive them. Copies have none.
    void observe(JobObserver* observer) { state_.observer = ObserverHandle(observer); }

    [[nodiscard]] Instant now() const { return Instant{state_.clock.now()}; }
    [[nodiscard]] std::int64_t now_ms() const { return state_.clock.now_ms(); }
    [[nodiscard]] Site const& site() const { return *state_.config.site; }
    [[nodiscard]] ClusterState const& state() const { return state_; }
    /// The job of that id, or nullptr when it is unknown or was purged.
    [[nodiscard]] Job const* find(std::int32_t job_id) const;
    [[nodiscard]] std::size_t unfinished() const { return state_.jobs.unfinished(); }

  private:
    enum class Event { loop, backfill, priority, gang, end, direct_pass };
    struct Next {
        std::int64_t at_ms = INT64_MAX;
        Event event = Event::end;
    };

    [[nodiscard]] Next next_event() const;
    /// Seconds of the last pass of the main scheduler from the loop, at or before `now`.
    [[nodiscard]] std::int64_t last_pass(std::int64_t now) const;
    [[nodiscard]] std::int64_t next_loop() const;
    [[nodiscard]] std::int64_t next_backfill() const;
    [[nodiscard]] std::int64_t next_priority() const;
    [[nodiscard]] std::int64_t next_turn() const;
    void handle(Event event);
    void run_loop();
    void ask_for_pass(bool full);
    void run_pass();
    /// When sched_min_interval lets the next pass of the main scheduler begin, in milliseconds.
    [[nodiscard]] std::int64_t next_pass_allowed() const;
    void run_backfill();
    void handle_end();
    void close_loops();

    ClusterState state_;
    MainScheduler main_;
    Backfill backfill_;
    Phases phases_;
    CycleMode mode_;
    std::int64_t last_quick_ = INT64_MIN / 2;  ///< seconds, of the last pass that was asked for
    std::int64_t last_cycle_ = 0;              ///< seconds
    std::int64_t last_pass_ms_ = INT64_MIN / 2;
    bool full_asked_ = false;  ///< the pass that is due is a full one
    std::int64_t next_priority_ms_ = 0;
    /// Up to where each loop has had its turn: what changes at that instant it sees a second later.
    std::int64_t loop_closed_ms_ = INT64_MIN / 2;
    std::int64_t backfill_closed_ms_ = INT64_MIN / 2;
    std::int64_t turn_closed_ms_ = INT64_MIN / 2;
};

}  // namespace clustersim::slurm
