// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace clustersim::slurm {

/// The present of a controller. Events have milliseconds; what Slurm stamps has whole seconds.
class ControllerClock {
  public:
    ControllerClock() = default;
    /// `time_of_day`: what the clock shows at the origin of the run, in seconds after midnight.
    explicit ControllerClock(std::int64_t time_of_day) : time_of_day_(time_of_day) {}

    /// Time does not go back.
    void set(std::int64_t ms);

    /// Whole seconds from the origin.
    [[nodiscard]] std::int64_t now() const { return now_; }
    /// Milliseconds from the origin.
    [[nodiscard]] std::int64_t now_ms() const { return now_ms_; }
    /// The last instant not after `t` at which the clock shows a multiple of `step` seconds.
    [[nodiscard]] std::int64_t floor(std::int64_t t, std::int64_t step) const {
        return t - (t + time_of_day_) % step;
    }
    /// The first such instant not before `t`.
    [[nodiscard]] std::int64_t ceiling(std::int64_t t, std::int64_t step) const {
        return floor(t + step - 1, step);
    }

  private:
    std::int64_t now_ms_ = 0;
    std::int64_t now_ = 0;
    std::int64_t time_of_day_ = 0;
};

/// The second that a moment belongs to, before the origin as after it.
[[nodiscard]] constexpr std::int64_t whole_seconds(std::int64_t ms) {
    constexpr std::int64_t second = 1000;
    return ms >= 0 ? ms / second : -((-ms + second - 1) / second);
}

}  // namespace clustersim::slurm
