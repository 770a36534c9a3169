// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/controller/moment.hpp"

namespace clustersim::slurm {

/// The current time of a controller. Events have milliseconds; Slurm's time stamps whole seconds.
class ControllerClock {
  public:
    ControllerClock() = default;
    /// `time_of_day`: the time of day at the origin of the run, since midnight.
    explicit ControllerClock(Seconds time_of_day) : time_of_day_(time_of_day) {}

    /// Time does not go back.
    void set(Moment moment);

    [[nodiscard]] Instant now() const { return now_; }
    [[nodiscard]] Moment moment() const { return moment_; }
    /// The last instant not after `t` at which the time of day is a multiple of `step`.
    [[nodiscard]] Instant floor(Instant t, Seconds step) const {
        return t - Seconds{(t.since_origin + time_of_day_.count) % step.count};
    }
    /// The first such instant not before `t`.
    [[nodiscard]] Instant ceiling(Instant t, Seconds step) const {
        return floor(t + step - Seconds{1}, step);
    }

  private:
    Moment moment_;
    Instant now_;
    Seconds time_of_day_;
};

}  // namespace clustersim::slurm
