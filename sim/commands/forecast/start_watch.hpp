// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/forecast/forecast_question.hpp"
#include "sim/slurm/controller/controller.hpp"

#include <cstdint>
#include <map>
#include <optional>

namespace clustersim {

/// Notes when a job starts, and how long it waited for which reason.
class StartWatch final : public slurm::JobObserver {
  public:
    StartWatch(QueuedTarget target, Instant now) : target_(target), since_(now) {}

    /// The reason at the beginning, which nobody reports.
    void begin(slurm::Controller const& controller);
    void finish(Instant now) { wait_until(now); }

    void started(slurm::Job const& job, Instant now) override;
    void reason_changed(slurm::Job const& job, Instant now) override;

    [[nodiscard]] std::optional<Instant> started() const { return started_; }
    [[nodiscard]] std::map<slurm::Reason, std::int64_t> const& seconds() const { return seconds_; }

  private:
    [[nodiscard]] bool is_target(slurm::Job const& job) const;
    void wait_until(Instant now);

    QueuedTarget target_;
    Instant since_;
    slurm::Reason reason_ = slurm::Reason::none;
    std::optional<Instant> started_;
    std::map<slurm::Reason, std::int64_t> seconds_;
};

}  // namespace clustersim
