// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/engine/job_course.hpp"
#include "sim/sched/placed_work.hpp"
#include "sim/slurm/request/job_request.hpp"
#include "sim/workload/job.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace clustersim {

/// A job of a study, as a policy and as Slurm sees it.
struct StudyJob {
    Job job;
    slurm::JobRequest request;               ///< read by Slurm alone
    std::optional<Seconds> extended_time;    ///< so much longer its limit becomes while it runs
    std::shared_ptr<PlacedWork const> work;  ///< null: its run time is known beforehand
};

/// A queue with its crowd, into which the jobs of a study are submitted, whatever decides in it. The
/// one use of the interface is the study: it asks the same of every kind of queue.
class QueueModel {
  public:
    virtual ~QueueModel() = default;

    /// What is asked now and then: once it says yes, whatever goes on returns as far as it has come. Forks
    /// ask it too. May be empty.
    void set_interrupted(std::function<bool()> interrupted) {
        interrupted_ = std::move(interrupted);
    }

    /// The same queue, to go its own way.
    [[nodiscard]] virtual std::unique_ptr<QueueModel> fork() const = 0;
    /// Lets everything happen up to and including `t`; the clock then stands at `t`.
    virtual void run_until(Instant t) = 0;
    /// Goes on to the next instant at or before `end` at which the picture may have changed; false
    /// when there is none.
    virtual bool step(Instant end) = 0;
    /// Submits a job at the current instant; returns its number here.
    virtual std::size_t submit_now(StudyJob const& job) = 0;
    /// Goes on until the job has started and returns when; nothing when it never will.
    virtual std::optional<Instant> run_until_started(std::size_t job) = 0;
    /// Why a job has not started or does not go on, in the words of who decides: "submission refused: …",
    /// "pending: QOSMaxJobsPerUserLimit". Empty when it runs or has ended.
    [[nodiscard]] virtual std::string why_not_running(std::size_t job) const = 0;
    /// Goes on to the end of a job that others may stop. Nothing when nobody may, or it never started.
    virtual std::optional<JobCourse> run_until_over(std::size_t job) = 0;

    /// The last run of a job of the study on the nodes that it got; null before, and of a job whose run
    /// time was known beforehand.
    [[nodiscard]] virtual std::shared_ptr<PlacedRun const> placed_run(std::size_t job) const = 0;

    [[nodiscard]] virtual Instant now() const = 0;
    [[nodiscard]] virtual std::size_t waiting() const = 0;
    /// Nodes, or accelerators where jobs share nodes.
    [[nodiscard]] virtual std::int64_t busy_units() const = 0;

  protected:
    [[nodiscard]] bool interrupted() const { return interrupted_ && interrupted_(); }

  private:
    std::function<bool()> interrupted_;
};

}  // namespace clustersim
