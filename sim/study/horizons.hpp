// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/horizon.hpp"

namespace clustersim {

/// How long a job of a study waits before the answer is "no start within 14 d of queue". Nobody
/// plans with a longer wait, and weeks of a full queue in each replicate take minutes.
inline constexpr Horizon longest_wait = Horizon::days(14);
/// How long the background jobs of a replicate may take to end after the last arrival.
inline constexpr Horizon longest_drain = Horizon::days(28);
/// How long after its window the queue of a result is simulated to explain a job.
inline constexpr Horizon longest_story = Horizon::days(60);
/// How long each smaller request of an explanation waits.
inline constexpr Horizon longest_trial = Horizon::days(30);

}  // namespace clustersim
