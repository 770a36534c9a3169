// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/horizon.hpp"
#include "sim/results/job_record.hpp"
#include "sim/sched/placed_work.hpp"
#include "sim/sched/policy.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// Simulates a queue: jobs are submitted, wait, run on nodes and end.
///
/// Copy a simulation to ask "when would this job start if it were submitted now?"; the original is
/// unaffected. A simulation reads the jobs it was given and does not own them; they must outlive it
/// and its copies.
///
/// Order at one instant: completions, then submissions (in the order of the jobs given), then one
/// scheduling pass. A job that runs for zero seconds ends at the instant of its start, which is then
/// processed once more.
///
/// The cost of an event does not depend on the number of jobs that have ended.
class Simulation {
  public:
    /// `jobs` sorted by (submit, id); each fits the empty machine (`can_ever_start`).
    Simulation(PoolShape shape, PolicyEntry const& policy, std::span<Job const> jobs);

    /// The instant of the next event; Instant::never() at the end.
    [[nodiscard]] Instant next_event() const;
    /// Advances to the next event; false if there is none.
    bool step();
    /// Runs until every job has run. That end always comes, because the list of jobs is finite and
    /// no job runs forever. Stops early and returns false if `interrupted`, which is called now and
    /// then and may be empty, returns true.
    bool run(std::function<bool()> const& interrupted = {});
    /// Handles every event at or before `t`; the clock is then at `t`.
    void run_until(Instant t);
    /// Submits one more job at the current instant, after all jobs submitted so far; its `submit` is set
    /// to now(). It is considered at the next step. If `work` is given, it determines the run time on the
    /// job's nodes, and `job.run` is ignored.
    JobIndex submit_now(Job job, std::shared_ptr<PlacedWork const> work = nullptr);
    /// Advances until that job has started and returns when; nothing if it does not start within the horizon, which
    /// begins with its submission.
    std::optional<Instant> run_until_started(JobIndex job, Horizon horizon);

    [[nodiscard]] Instant now() const { return now_; }
    [[nodiscard]] std::size_t job_count() const { return starts_.size(); }
    [[nodiscard]] Job const& job(JobIndex index) const;
    [[nodiscard]] std::optional<Instant> start_of(JobIndex index) const;
    [[nodiscard]] std::optional<Instant> end_of(JobIndex index) const;
    /// The jobs that have started, in the order of the jobs given, later submissions last. For a
    /// running job, the end is the instant at which it will end.
    [[nodiscard]] std::vector<JobRecord> records() const;

    [[nodiscard]] PoolShape shape() const { return pool_.shape(); }
    [[nodiscard]] std::span<RunningJob const> running() const { return running_; }
    /// The nodes of a running job; empty if it does not run now.
    [[nodiscard]] std::vector<NodeRange> nodes_of(JobIndex index) const;
    /// The run that the work of a job returned at its start; null before that, and for a job
    /// without work.
    [[nodiscard]] std::shared_ptr<PlacedRun const> placed_run(JobIndex index) const;
    [[nodiscard]] std::size_t waiting() const { return queue_.size(); }
    [[nodiscard]] std::int64_t free_units() const { return pool_.free_units(); }
    /// Units times requested walltime of the waiting jobs, in seconds.
    [[nodiscard]] double pending_work() const;

    /// For tests: an error in the present state (over-allocated node, lost unit, running job past
    /// its end), or nothing.
    [[nodiscard]] std::optional<std::string> broken_invariant_now() const;

  private:
    struct Completion {
        Instant end;
        std::uint32_t sequence = 0;  ///< starts are numbered; equal ends complete in that order
        std::uint32_t allocation = 0;
        JobIndex job;
    };

    void complete_due();
    void submit_due();
    void schedule();
    void start(Decisions::Start const& decision);
    void place(JobIndex index, std::vector<NodeRange> const& nodes);
    void enqueue(JobIndex index);

    std::span<Job const> jobs_;
    /// The work of a job in extra_jobs_, and its run on its nodes.
    struct Placement {
        std::shared_ptr<PlacedWork const> work;
        std::shared_ptr<PlacedRun const> run;
    };
    std::vector<Job> extra_jobs_;  ///< submitted by submit_now; their indices follow those of jobs_
    std::vector<Placement> placements_;
    std::size_t next_submission_ = 0;
    Instant now_;
    std::uint32_t sequence_ = 0;

    NodePool pool_;
    PendingQueue queue_;
    PolicyValue policy_;
    std::vector<Completion> completions_;  ///< binary heap, earliest on top
    std::vector<RunningJob> running_;      ///< by estimated end, then by start
    std::vector<std::vector<NodeRange>> allocations_;
    std::vector<std::uint32_t> free_allocations_;
    std::vector<Instant> starts_;  ///< never() until started
    bool pass_wanted_ = false;     ///< submit_now since the last pass
    PendingQueue::Slot first_new_ = 0;
    bool released_ = false;
    bool ended_early_ = false;
    Decisions decisions_;
};

}  // namespace clustersim
