// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"

#include <compare>
#include <cstdint>
#include <optional>

namespace clustersim::slurm {

/// A span of whole minutes: the unit of Slurm's time limits.
struct Minutes {
    std::int64_t count = 0;
    friend constexpr auto operator<=>(Minutes, Minutes) = default;
    [[nodiscard]] constexpr Seconds seconds() const { return {count * 60}; }
    friend constexpr Instant operator+(Instant t, Minutes m) { return t + m.seconds(); }
    friend constexpr Instant operator-(Instant t, Minutes m) { return t - m.seconds(); }
};

/// The value of "unlimited" in sums (spec 2.6.3).
inline constexpr Minutes year{std::int64_t{365} * 24 * 60};

/// The whole minutes of a span that is not negative.
[[nodiscard]] constexpr Minutes whole_minutes(Seconds span) {
    return {span.count / 60};
}

/// Converts a configured or requested limit; absent: none.
[[nodiscard]] constexpr std::optional<Minutes> limit_of(std::optional<std::int64_t> count) {
    return count ? std::optional(Minutes{*count}) : std::nullopt;
}
/// Converts it back to a number.
[[nodiscard]] constexpr std::optional<std::int64_t> count_of(std::optional<Minutes> limit) {
    return limit ? std::optional(limit->count) : std::nullopt;
}

}  // namespace clustersim::slurm
