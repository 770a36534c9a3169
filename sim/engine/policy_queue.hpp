// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/engine/queue_model.hpp"
#include "sim/engine/simulation.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// A queue under one of the textbook policies (sim/sched/policy.hpp).
class PolicyQueue final : public QueueModel {
  public:
    /// `jobs` sorted by (submit, id).
    PolicyQueue(PoolShape shape,
                PolicyEntry const& policy,
                std::shared_ptr<std::vector<Job> const> jobs);

    [[nodiscard]] std::unique_ptr<QueueModel> fork() const override;
    void run_until(Instant t) override;
    bool step(Instant end) override;
    std::size_t submit_now(StudyJob const& job) override;
    std::optional<Instant> run_until_started(std::size_t job, Horizon horizon) override;
    [[nodiscard]] std::optional<Instant> eligible_at(std::size_t /*job*/) const override {
        return std::nullopt;
    }
    [[nodiscard]] std::optional<Seconds> limit_at_start(std::size_t /*job*/) const override {
        return std::nullopt;
    }
    /// Every job that fits starts at some time, so only a horizon ends a wait.
    [[nodiscard]] std::string why_not_running(std::size_t job) const override;
    [[nodiscard]] bool given_up(std::size_t job) const override;
    /// The policies stop no job.
    std::optional<JobCourse> run_until_over(std::size_t /*job*/, Horizon /*horizon*/) override {
        return std::nullopt;
    }
    [[nodiscard]] std::shared_ptr<PlacedRun const> placed_run(std::size_t job) const override;
    [[nodiscard]] Instant now() const override { return simulation_.now(); }
    [[nodiscard]] std::size_t waiting() const override { return simulation_.waiting(); }
    [[nodiscard]] std::int64_t busy_units() const override;
    [[nodiscard]] double pending_work() const override { return simulation_.pending_work(); }
    /// The simulation keeps them anyway.
    void record_runs() override {}
    [[nodiscard]] Past recorded_runs() const override;
    /// For code that inspects single jobs and their nodes. The number of a job in this queue is its
    /// index in the simulation.
    [[nodiscard]] Simulation const& simulation() const { return simulation_; }

  private:
    std::shared_ptr<std::vector<Job> const> jobs_;  ///< read by the simulation
    Simulation simulation_;
    std::map<std::size_t, Horizon> given_up_;  ///< by job: what ended its wait
    Instant own_life_;                         ///< when all started jobs of the study have ended
};

}  // namespace clustersim
