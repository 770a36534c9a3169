// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/controller/backfill.hpp"
#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/main_scheduler.hpp"
#include "sim/slurm/controller/phases.hpp"
#include "sim/slurm/controller/queue_now.hpp"
#include "sim/slurm/controller/submission.hpp"
#include "sim/slurm/controller/time_limits.hpp"
#include "sim/slurm/request/admin_command.hpp"
#include "sim/slurm/request/job_request.hpp"
#include "sim/slurm/request/standing.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// How completely cycles are executed: `reference` does everything that Slurm does in every cycle
/// and checks the state after it; `fast` skips work that cannot start a job. The starts are the
/// same.
enum class CycleMode { fast, reference };

/// An emulated slurmctld: its loops run by themselves as time passes; jobs and commands come from
/// the caller, at the current instant. A copy is a fork of the future.
///
/// Order at one instant: background loop (time limits, then the main scheduler), backfill, priority
/// calculation, turns of gang scheduling, ends of jobs, failures and repairs of nodes, then submissions of the caller.
class Controller {
  public:
    Controller(std::shared_ptr<Site const> site, Phases phases, CycleMode mode = CycleMode::fast);

    /// Executes all events up to and including `t`. Time does not go back.
    void run_until(Moment t);
    void run_until(Instant t) { run_until(Moment::of(t)); }
    /// The same until `interrupted`, which is called now and then, returns true: then returns false, and
    /// the clock stays where it was.
    bool run_until(Instant t, std::function<bool()> const& interrupted);
    /// Advances to the next instant at which something can happen; returns false if nothing ever
    /// will without a command of the caller.
    bool step();
    /// Runs until nothing more can happen, or until `limit`; returns true if every job has ended.
    /// Jobs that can never start are still pending then.
    bool run_to_end(Instant limit = Instant::never());

    SubmitOutcome submit(JobRequest const& request);
    /// The same for a job that waits for `after`, too.
    SubmitOutcome submit(JobRequest const& request, std::vector<Dependency> after);
    /// The effect of `scontrol` and `scancel`. An error is Slurm's message.
    std::optional<std::string> apply(AdminCommand const& command);
    /// Takes over the jobs and the usage of a real queue and continues from its moment. Call it
    /// once, before any other job is submitted.
    TakeOver take_over(QueueNow const& queue);
    /// Replaces the run time of a job that has not ended, counted from its start: array task t takes
    /// entry t modulo the count. Does nothing if the job is unknown.
    void set_run_times(std::int32_t job_id, std::vector<Seconds> run_times);
    /// Gives a user who has no usage yet the past usage of that standing. Does nothing without accounting.
    void give_standing(JobRequest const& of_user, Standing const& standing);

    /// Lets the site's nodes fail and return to service from now on, and its outages happen. Without this call no node
    /// ever fails.
    void draw_node_failures(FailureSample const& sample);

    /// Notifies the observer until it is replaced; it must outlive the calls. Copies have no
    /// observer.
    void observe(JobObserver* observer) {
        state_.observer.replace(observer);
        wants_estimates_ = wants_estimates_ || observer != nullptr;
    }
    /// Notifies this observer, too, before that of observe().
    void observe_first(JobObserver* observer) { state_.observer.replace_first(observer); }
    [[nodiscard]] bool observed_first_by(JobObserver const* observer) const {
        return state_.observer.first() == observer;
    }
    /// Says that nobody needs start estimates until an observer is set: they are then found only as
    /// far as starts depend on them.
    void leave_out_estimates() { wants_estimates_ = false; }

    [[nodiscard]] Instant now() const { return state_.clock.now(); }
    [[nodiscard]] Site const& site() const { return *state_.config.site; }
    [[nodiscard]] ClusterState const& state() const { return state_; }
    /// What backfill left out.
    [[nodiscard]] SparedWork spared() const { return backfill_.spared(); }
    /// The job with that id, or nullptr if it is unknown or was purged.
    [[nodiscard]] Job const* find(std::int32_t job_id) const;
    [[nodiscard]] std::size_t unfinished() const { return state_.jobs.unfinished(); }

  private:
    enum class Event { loop, backfill, priority, gang, end, direct_pass, node };
    struct Next {
        Moment at = Moment::never();
        Event event = Event::end;
    };

    bool run_until(Moment t, std::function<bool()> const* interrupted);
    [[nodiscard]] Next next_event() const;
    /// The first second, not before `now`, at which the loop may run a requested pass.
    [[nodiscard]] Instant next_quick_pass(Instant now) const;
    [[nodiscard]] Moment next_loop() const;
    [[nodiscard]] Moment next_backfill() const;
    [[nodiscard]] Moment next_priority() const;
    [[nodiscard]] Moment next_turn() const;
    /// Lets time pass until `t` without an event.
    void advance_clock(Moment t);
    void handle(Event event);
    void run_loop();
    void ask_for_pass(bool full);
    void run_pass();
    /// When sched_min_interval permits the next pass of the main scheduler; absent: at once.
    [[nodiscard]] std::optional<Moment> next_pass_allowed() const;
    void run_backfill();
    void handle_end();
    void close_loops();

    ClusterState state_;
    MainScheduler main_;
    Backfill backfill_;
    Moment loop_phase_;
    Moment poll_phase_;  ///< of backfill
    Instant full_pass_phase_;
    Moment time_limit_phase_;
    bool priority_before_loop_;
    bool backfill_before_loop_;
    CycleMode mode_;
    std::optional<Instant> last_quick_;  ///< the last requested pass
    Instant last_cycle_;
    std::optional<Moment> last_pass_;
    bool wants_estimates_ = true;  ///< of the jobs in a short queue
    bool full_asked_ = false;      ///< the next pass is a full one
    Moment next_priority_;
    /// The moment up to which each loop has run: it sees a change at that instant one second later.
    std::optional<Moment> loop_closed_;
    std::optional<Moment> backfill_closed_;
    std::optional<Moment> turn_closed_;
};

}  // namespace clustersim::slurm
