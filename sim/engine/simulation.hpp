// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/results/job_record.hpp"
#include "sim/sched/placed_work.hpp"
#include "sim/sched/policy.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// The life of a queue: jobs are submitted, wait, run on nodes and end.
///
/// A simulation is a value. A copy is a fork of the future: it goes its own way, which answers
/// "when would this job start if it were submitted now?" without disturbing the original. It reads
/// the jobs it was given and does not own them; they must outlive it and its copies.
///
/// Order at one instant: completions, then submissions (in the order of the jobs given), then one
/// scheduling pass. A job that runs for zero seconds ends at the instant of its start, which is then
/// gone through once more.
///
/// Cost of an event: independent of how many jobs have ended.
class Simulation {
  public:
    /// `jobs` sorted by (submit, id), each of which fits the empty machine (`can_ever_start`).
    Simulation(PoolShape shape, PolicyEntry const& policy, std::span<Job const> jobs);

    /// When something happens next; Instant::never() at the end.
    [[nodiscard]] Instant next_event() const;
    /// Goes to the next instant at which something happens; false when nothing is left.
    bool step();
    /// To the end: every job has run.
    void run();
    /// Handles every event at or before `t`; the clock then stands at `t`.
    void run_until(Instant t);
    /// Submits one more job at the current instant, behind all that were submitted so far; its
    /// `submit` is set to now(). It is considered at the next step. Where `work` is given, it says on the
    /// nodes that the job gets how long it runs, and `job.run` is not looked at.
    JobIndex submit_now(Job job, std::shared_ptr<PlacedWork const> work = nullptr);
    /// Goes on until that job has started and returns when it did.
    Instant run_until_started(JobIndex job);

    [[nodiscard]] Instant now() const { return now_; }
    [[nodiscard]] std::size_t job_count() const { return starts_.size(); }
    [[nodiscard]] Job const& job(JobIndex index) const;
    [[nodiscard]] std::optional<Instant> start_of(JobIndex index) const;
    [[nodiscard]] std::optional<Instant> end_of(JobIndex index) const;
    /// The jobs that have started, in the order of the jobs given, later submissions last. The end
    /// of a job still running is when it will end.
    [[nodiscard]] std::vector<JobRecord> records() const;

    [[nodiscard]] PoolShape shape() const { return pool_.shape(); }
    [[nodiscard]] std::span<RunningJob const> running() const { return running_; }
    /// The nodes a job runs on; empty when it does not run now.
    [[nodiscard]] std::vector<NodeRange> nodes_of(JobIndex index) const;
    /// What the work of a job said at its start; null before, and of a job without.
    [[nodiscard]] std::shared_ptr<PlacedRun const> placed_run(JobIndex index) const;
    [[nodiscard]] std::size_t waiting() const { return queue_.size(); }
    [[nodiscard]] std::int64_t free_units() const { return pool_.free_units(); }

    /// For tests: what is wrong with the present state (over-allocated node, lost unit, running job
    /// past its end), or nothing.
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
    /// What a job of extra_jobs_ does, and did, on its nodes.
    struct Placement {
        std::shared_ptr<PlacedWork const> work;
        std::shared_ptr<PlacedRun const> run;
    };
    std::vector<Job> extra_jobs_;  ///< submitted by submit_now; indices behind jobs_
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
