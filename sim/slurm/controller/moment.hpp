// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"

#include <compare>
#include <cstdint>
#include <limits>

namespace clustersim::slurm {

/// A span of milliseconds.
struct Milliseconds {
    std::int64_t count = 0;
    friend constexpr auto operator<=>(Milliseconds, Milliseconds) = default;
    friend constexpr Milliseconds operator+(Milliseconds a, Milliseconds b) {
        return {a.count + b.count};
    }
};

/// The same span, exactly.
[[nodiscard]] constexpr Milliseconds milliseconds(Seconds span) {
    return {span.count * 1000};
}

/// A point in simulated time in milliseconds from the origin, used for wake-ups of the daemon's
/// loops and ends of jobs. Slurm records only its second.
struct Moment {
    std::int64_t ms = 0;
    friend constexpr auto operator<=>(Moment, Moment) = default;
    friend constexpr Moment operator+(Moment t, Milliseconds span) { return {t.ms + span.count}; }
    friend constexpr Moment operator-(Moment t, Milliseconds span) { return {t.ms - span.count}; }
    friend constexpr Milliseconds operator-(Moment a, Moment b) { return {a.ms - b.ms}; }
    /// The second that contains it, also before the origin.
    [[nodiscard]] constexpr Instant second() const {
        return {ms >= 0 ? ms / 1000 : -((-ms + 999) / 1000)};
    }
    /// The beginning of a second.
    static constexpr Moment of(Instant second) { return {second.since_origin * 1000}; }
    /// Later than every moment of a run; also "no such event".
    static constexpr Moment never() { return {std::numeric_limits<std::int64_t>::max()}; }
};

}  // namespace clustersim::slurm
