// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/engine/own_jobs.hpp"
#include "sim/engine/pending_work.hpp"
#include "sim/engine/queue_model.hpp"
#include "sim/engine/run_log.hpp"
#include "sim/engine/submission_source.hpp"
#include "sim/engine/wait_log.hpp"
#include "sim/slurm/controller/controller.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {

/// A queue under the emulated Slurm: the controller and the submitted jobs. Copy it to simulate an
/// alternative future.
class SlurmSimulation final : public QueueModel {
  public:
    SlurmSimulation(slurm::Controller controller,
                    std::unique_ptr<SubmissionSource> background,
                    WatchedPartition watched);

    [[nodiscard]] std::unique_ptr<QueueModel> fork() const override;
    void run_until(Instant t) override;
    /// Advances to the next submission or by a minute, which is fine enough for a time line.
    bool step(Instant end) override;
    /// A refused job also gets a number; it never starts. A job that depends on a refused one is refused, too.
    std::size_t submit_now(StudyJob const& job) override;
    /// Also nothing if the job still waits and nothing has run or been submitted for a day.
    std::optional<Instant> run_until_started(std::size_t job, Horizon horizon) override;
    [[nodiscard]] std::optional<Instant> eligible_at(std::size_t job) const override {
        return own_[job].eligible;
    }
    [[nodiscard]] std::optional<Seconds> limit_at_start(std::size_t job) const override {
        return own_[job].limit;
    }
    /// Slurm's message or reason.
    [[nodiscard]] std::string why_not_running(std::size_t job) const override;
    [[nodiscard]] bool given_up(std::size_t job) const override {
        return own_[job].given_up && !own_[job].started;
    }
    std::optional<JobCourse> run_until_over(std::size_t job, Horizon horizon) override;
    [[nodiscard]] std::shared_ptr<PlacedRun const> placed_run(std::size_t job) const override {
        return own_[job].run;
    }
    [[nodiscard]] Instant now() const override { return controller_.now(); }
    [[nodiscard]] std::size_t waiting() const override;
    [[nodiscard]] std::int64_t busy_units() const override;
    [[nodiscard]] double pending_work() const override {
        return clustersim::pending_work(controller_.state(), watched_);
    }

    void record_runs() override;
    [[nodiscard]] Past recorded_runs() const override;
    void record_waits() override;
    [[nodiscard]] std::shared_ptr<WaitCourse const> wait_course(std::size_t job) const override;

    [[nodiscard]] slurm::Controller const& controller() const { return controller_; }
    [[nodiscard]] slurm::Controller& controller() { return controller_; }
    /// Slurm's answer to a submission of the study.
    [[nodiscard]] slurm::SubmitOutcome const& outcome(std::size_t job) const {
        return own_[job].outcome;
    }
    /// Background jobs that Slurm has refused so far (limits on submitted jobs).
    [[nodiscard]] std::int64_t refused() const { return refused_; }

  private:
    /// The study's jobs, which observe the controller: they stay in their place when the queue moves, and a copy of the
    /// queue has its own.
    class OwnPlace {
      public:
        OwnPlace() : jobs_(std::make_unique<OwnJobs>()) {}
        OwnPlace(OwnPlace const& other) : jobs_(std::make_unique<OwnJobs>(*other.jobs_)) {}
        OwnPlace(OwnPlace&& other) noexcept = default;
        OwnPlace& operator=(OwnPlace const& other) {
            if (this != &other) jobs_ = std::make_unique<OwnJobs>(*other.jobs_);
            return *this;
        }
        OwnPlace& operator=(OwnPlace&& other) noexcept = default;
        ~OwnPlace() = default;
        [[nodiscard]] OwnJobs& operator*() { return *jobs_; }
        [[nodiscard]] OwnJobs const& operator*() const { return *jobs_; }
        [[nodiscard]] OwnJob& operator[](std::size_t number) { return (*jobs_)[number]; }
        [[nodiscard]] OwnJob const& operator[](std::size_t number) const {
            return (*jobs_)[number];
        }
        [[nodiscard]] OwnJobs* operator->() { return jobs_.get(); }
        [[nodiscard]] OwnJobs const* operator->() const { return jobs_.get(); }

      private:
        std::unique_ptr<OwnJobs> jobs_;
    };

    /// False when interrupted before.
    bool advance(Instant t);
    /// The next instant, at most `end`, at which a background job may be submitted or the queue must be seen.
    [[nodiscard]] Instant next_visit(Instant end) const;
    void extend_due();
    /// The answer to a request that waits for the conditions, too.
    slurm::SubmitOutcome submit_after(slurm::JobRequest const& request,
                                      std::vector<StartCondition> const& after);
    /// Slurm's record of a job; for a pending task, that of its array. Null if it was purged.
    [[nodiscard]] slurm::Job const* record_of(OwnJob const& own) const;
    /// Lets the study's jobs observe the controller.
    void attach();
    void look_at_own_jobs();
    void note_wait(OwnJob const& own) const;
    /// False for a job that waits and will never start, or is gone.
    [[nodiscard]] bool may_start(OwnJob const& own) const;
    /// How run_until_done() ended.
    enum class Ending { done, interrupted, quiet, at_horizon };
    template <class Done>
    Ending run_until_done(Done done, Horizon horizon);

    slurm::Controller controller_;
    SourceValue background_;
    WatchedPartition watched_;
    std::int64_t refused_ = 0;
    OwnPlace own_;
    std::vector<std::size_t> extended_;  ///< the study's jobs that are to be extended
    std::shared_ptr<RunLog> log_;        ///< null: runs are not recorded
    std::shared_ptr<WaitLog> waits_;     ///< null: waits are not recorded
    Instant last_life_;  ///< when a job was last known to run, or to be submitted later
    Instant own_life_;  ///< when all started jobs of the study have ended, and its others may start
};

}  // namespace clustersim
