// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/ensure.hpp"
#include "sim/core/time.hpp"

namespace clustersim {

/// How long a simulation waits, in simulated time, for something that may never happen: the start of a job, its end, a
/// queue that runs empty. Whatever advances a queue until then takes one; it has no default and cannot be unlimited, so
/// that every simulation ends.
class Horizon {
  public:
    /// The longest: two centuries, in which no sum of instants overflows.
    static constexpr std::int64_t most_days = 73'000;

    static constexpr Horizon days(std::int64_t count) {
        return Horizon(Seconds{count * 86'400}, count > 0 && count <= most_days);
    }

    [[nodiscard]] constexpr Seconds span() const { return span_; }
    /// The last instant that is simulated.
    [[nodiscard]] constexpr Instant after(Instant start) const { return start + span_; }

  private:
    constexpr Horizon(Seconds span, bool valid) : span_(span) {
        CS_ENSURE(valid, "a horizon is a number of days that is above 0 and finite");
    }

    Seconds span_;
};

}  // namespace clustersim
