// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/history/waits/wait_cases.hpp"
#include "sim/history/waits/wait_forecast.hpp"

#include <cstddef>
#include <optional>

namespace clustersim {

/// Fewest blocks that are learned from before any is scored: two before the first forecast, two to calibrate.
inline constexpr std::size_t fewest_learned = 4;

/// Blocks that are only learned from if the user names no number: 10 snapshots, a third of the days of a log.
std::size_t learned_blocks(WaitCases const& cases);

/// The walk that scores from that block on. Forecasts begin in the middle of what is only learned from, so that ranges
/// are calibrated when scoring begins.
WaitWalk walk_of(WaitCases const& cases, std::size_t learned);

/// The problem if `learned` blocks are too few to learn from.
std::optional<Diagnostic> too_few_blocks(WaitCases const& cases, std::size_t learned);

}  // namespace clustersim
