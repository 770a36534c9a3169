// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/engine/queue_model.hpp"
#include "sim/slurm/controller/controller.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {

/// The crowd of a queue under Slurm, by submission. Requests are made as they come: a replicate's
/// hundred thousand would not fit beside each other.
class SubmissionSource {
  public:
    virtual ~SubmissionSource() = default;
    [[nodiscard]] virtual std::size_t size() const = 0;
    /// Ascending.
    [[nodiscard]] virtual Instant submit_of(std::size_t index) const = 0;
    [[nodiscard]] virtual slurm::JobRequest request(std::size_t index) const = 0;
};

/// The part of a cluster that a study looks at.
struct WatchedPartition {
    std::string name;
    bool counts_nodes = true;  ///< else accelerators
};

/// A queue under the emulated Slurm: the controller, and who comes to it. A copy is a fork of the
/// future.
class SlurmSimulation final : public QueueModel {
  public:
    SlurmSimulation(slurm::Controller controller,
                    std::shared_ptr<SubmissionSource const> crowd,
                    WatchedPartition watched);

    [[nodiscard]] std::unique_ptr<QueueModel> fork() const override;
    void run_until(Instant t) override;
    /// The next submission, or a minute: a picture every minute is enough for a time line.
    bool step(Instant end) override;
    /// A refused job has a number too; it never starts.
    std::size_t submit_now(StudyJob const& job) override;
    /// Never, also when a day has passed since anything ran or came and it still waits.
    std::optional<Instant> run_until_started(std::size_t job) override;
    /// Slurm's message or reason.
    [[nodiscard]] std::string why_not_running(std::size_t job) const override;
    std::optional<JobCourse> run_until_over(std::size_t job) override;
    [[nodiscard]] std::shared_ptr<PlacedRun const> placed_run(std::size_t job) const override {
        return own_[job].run;
    }
    [[nodiscard]] Instant now() const override { return controller_.now(); }
    [[nodiscard]] std::size_t waiting() const override;
    [[nodiscard]] std::int64_t busy_units() const override;

    [[nodiscard]] slurm::Controller const& controller() const { return controller_; }
    [[nodiscard]] slurm::Controller& controller() { return controller_; }
    /// What Slurm said to a submission of the study.
    [[nodiscard]] slurm::SubmitOutcome const& outcome(std::size_t job) const {
        return own_[job].outcome;
    }
    /// Jobs of the crowd that Slurm has refused so far (limits on submitted jobs).
    [[nodiscard]] std::int64_t refused() const { return refused_; }

  private:
    struct OwnJob {
        slurm::SubmitOutcome outcome;
        std::int64_t minutes = 0;  ///< asked for
        std::optional<Seconds> extended_time;
        bool stoppable = false;  ///< others may stop it while it runs
        std::optional<Instant> started;
        std::shared_ptr<PlacedRun const> run;  ///< the last one, where its nodes matter
        std::optional<JobCourse> course;       ///< once it is over
    };

    /// False when interrupted before.
    bool advance(Instant t);
    void submit_due();
    void extend_due();
    void look_at_own_jobs();
    void look_at(OwnJob& own) const;
    template <class Done>
    bool run_until_done(Done done);

    slurm::Controller controller_;
    std::shared_ptr<SubmissionSource const> crowd_;
    WatchedPartition watched_;
    std::size_t next_ = 0;  ///< of the crowd
    std::int64_t refused_ = 0;
    std::vector<OwnJob> own_;
};

}  // namespace clustersim
