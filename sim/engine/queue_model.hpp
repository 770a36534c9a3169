// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/horizon.hpp"
#include "sim/core/time.hpp"
#include "sim/engine/job_course.hpp"
#include "sim/engine/wait_course.hpp"
#include "sim/history/past_job.hpp"
#include "sim/sched/placed_work.hpp"
#include "sim/slurm/request/dependency_text.hpp"
#include "sim/slurm/request/job_request.hpp"
#include "sim/slurm/request/standing.hpp"
#include "sim/workload/job.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace clustersim {

/// A condition on jobs of the study that were submitted before, by their numbers in the queue.
struct StartCondition {
    slurm::DependencyType type = slurm::DependencyType::afterok;
    std::vector<std::size_t> jobs;
    std::int64_t minutes = 0;  ///< of DependencyType::after
};

/// What Slurm gets of a job of a study.
struct SlurmSubmission {
    slurm::JobRequest request;
    std::optional<Seconds> extended_time;  ///< amount by which its limit is extended while it runs
    /// The standing of its user when the first of the study's jobs is submitted; absent: a user
    /// without usage.
    std::optional<slurm::Standing> standing{};
    std::vector<StartCondition> after{};
    Seconds begin{};  ///< earliest start, after the submission
};

/// A job of a study, as the scheduler of its queue needs it.
struct StudyJob {
    std::variant<Job, SlurmSubmission> request;  ///< `Job` under a policy for teaching
    std::shared_ptr<PlacedWork const> work;      ///< null: its run time is known in advance
};

/// A queue with its background load, to which the jobs of a study are submitted, under any scheduler. Only the
/// study uses the interface, in the same way for every kind of queue.
class QueueModel {
  public:
    virtual ~QueueModel() = default;

    /// Sets a function that is called now and then, also by forks: if it returns true, run_until
    /// and all other functions that advance the queue return early. It may be empty.
    void set_interrupted(std::function<bool()> interrupted) {
        interrupted_ = std::move(interrupted);
    }

    /// A copy of the queue that evolves independently.
    [[nodiscard]] virtual std::unique_ptr<QueueModel> fork() const = 0;
    /// Processes all events up to and including `t`; the clock is then at `t`.
    virtual void run_until(Instant t) = 0;
    /// Advances to the next instant at or before `end` at which the state may have changed; false
    /// if there is none.
    virtual bool step(Instant end) = 0;
    /// Submits a job at the current instant; returns its number here. The tasks of an array have consecutive numbers,
    /// the first of which is returned. The request must be of the kind that the queue's scheduler reads.
    virtual std::size_t submit_now(StudyJob const& job) = 0;
    /// Advances until the job has started and returns when. Nothing if it can never start, or does
    /// not start within the horizon. The horizon begins when the last of the study's jobs that have
    /// started by then must have ended.
    virtual std::optional<Instant> run_until_started(std::size_t job, Horizon horizon) = 0;
    /// When a job that has started could start at the earliest: it had been submitted, and its conditions were fulfilled.
    /// Nothing if the scheduler knows no conditions, or if the job was requeued since.
    [[nodiscard]] virtual std::optional<Instant> eligible_at(std::size_t job) const = 0;
    /// The limit with which a job was started, if the scheduler may start it with less than it requested.
    [[nodiscard]] virtual std::optional<Seconds> limit_at_start(std::size_t job) const = 0;
    /// Why a job has not started or was not resumed, in the scheduler's words: "submission refused: …",
    /// "pending: QOSMaxJobsPerUserLimit"; with the horizon, if that ended the wait. Empty if it runs or has ended.
    [[nodiscard]] virtual std::string why_not_running(std::size_t job) const = 0;
    /// Whether the job had not started when the horizon of its wait was over.
    [[nodiscard]] virtual bool given_up(std::size_t job) const = 0;
    /// Advances to the end of a job that other jobs may stop, or to the horizon, which begins when the job would have
    /// ended had nobody stopped it. Nothing if no job can stop it, or if it never started.
    virtual std::optional<JobCourse> run_until_over(std::size_t job, Horizon horizon) = 0;

    /// The last run of a study's job on the nodes that it got; null before that, and for a job whose
    /// run time was known in advance.
    [[nodiscard]] virtual std::shared_ptr<PlacedRun const> placed_run(std::size_t job) const = 0;

    [[nodiscard]] virtual Instant now() const = 0;
    [[nodiscard]] virtual std::size_t waiting() const = 0;
    /// Nodes, or accelerators if jobs share nodes.
    [[nodiscard]] virtual std::int64_t busy_units() const = 0;
    /// These units times the requested walltime of all waiting jobs, in seconds.
    [[nodiscard]] virtual double pending_work() const = 0;

    /// Records the runs of all jobs from now on. A fork records nothing.
    virtual void record_runs() = 0;
    /// The recorded runs in the order of their starts; a requeued job has several. Sizes are in the units of busy_units().
    [[nodiscard]] virtual Past recorded_runs() const = 0;

    /// Records what each job that is submitted from now on waits for, if the scheduler gives priorities and reasons. A
    /// queue records either this or runs; a fork records nothing.
    virtual void record_waits() {}
    /// What a job waited for; null if it was refused or not recorded.
    [[nodiscard]] virtual std::shared_ptr<WaitCourse const> wait_course(std::size_t /*job*/) const {
        return nullptr;
    }

  protected:
    [[nodiscard]] bool interrupted() const { return interrupted_ && interrupted_(); }

  private:
    std::function<bool()> interrupted_;
};

}  // namespace clustersim
