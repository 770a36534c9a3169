// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/controller/moment.hpp"

#include <algorithm>
#include <cstdint>

namespace clustersim::slurm {

/// The elapsed part of a period, with `since` measured from any tick.
[[nodiscard]] constexpr std::int64_t past_tick(std::int64_t since, std::int64_t period) {
    auto const past = since % period;
    return past < 0 ? past + period : past;
}

/// The last of the instants phase + k * period not after `now`. The shortest period is 1 s.
[[nodiscard]] constexpr Instant last_tick(Instant now, Instant phase, Seconds period) {
    auto const each = std::max<std::int64_t>(period.count, 1);
    return now - Seconds{past_tick((now - phase).count, each)};
}

/// The first of the instants phase + k * period not before `now`.
[[nodiscard]] constexpr Instant next_tick(Instant now, Instant phase, Seconds period) {
    auto const last = last_tick(now, phase, period);
    return last == now ? now : last + std::max(period, Seconds{1});
}

/// The first of the moments phase + k * period not before `now`.
[[nodiscard]] constexpr Moment next_tick(Moment now, Moment phase, Milliseconds period) {
    auto const each = std::max<std::int64_t>(period.count, 1);
    auto const past = past_tick((now - phase).count, each);
    return past == 0 ? now : now + Milliseconds{each - past};
}

}  // namespace clustersim::slurm
