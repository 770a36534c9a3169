// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>

namespace clustersim {

/// A span of whole seconds, the resolution of Slurm, of SWF traces and of every scheduling decision
/// here. Models compute in Duration (real seconds); `round_up` is the only conversion.
struct Seconds {
    std::int64_t count = 0;
    friend constexpr auto operator<=>(Seconds, Seconds) = default;
    friend constexpr Seconds operator+(Seconds a, Seconds b) { return {a.count + b.count}; }
    friend constexpr Seconds operator-(Seconds a, Seconds b) { return {a.count - b.count}; }
    [[nodiscard]] constexpr Duration duration() const {
        return clustersim::seconds(static_cast<double>(count));
    }
};

/// A point in simulated time, in whole seconds from the origin of the run or trace.
struct Instant {
    std::int64_t since_origin = 0;
    friend constexpr auto operator<=>(Instant, Instant) = default;
    friend constexpr Instant operator+(Instant t, Seconds s) { return {t.since_origin + s.count}; }
    friend constexpr Instant operator-(Instant t, Seconds s) { return {t.since_origin - s.count}; }
    friend constexpr Seconds operator-(Instant a, Instant b) {
        return {a.since_origin - b.since_origin};
    }
    /// Later than every instant of a run; means "no such event".
    static constexpr Instant never() { return {std::numeric_limits<std::int64_t>::max()}; }
};

/// The whole seconds that cover a duration: never zero for a positive duration. Durations above
/// 10^15 s are cut to that, so that sums with instants do not overflow.
inline Seconds round_up(Duration d) {
    constexpr double longest = 1e15;
    // A whole number of seconds that rounding errors missed by a nanosecond counts as that number.
    auto const whole = static_cast<std::int64_t>(std::ceil(std::fmin(d.si(), longest) - 1e-9));
    return {d.si() > 0.0 && whole == 0 ? 1 : whole};
}

}  // namespace clustersim
