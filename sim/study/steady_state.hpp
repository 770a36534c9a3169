// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/core/time.hpp"
#include "sim/study/queue_study.hpp"

#include <functional>

namespace clustersim {

/// When a queue no longer depends on its beginning.
struct SteadyState {
    Seconds warm_up;  ///< whole hours
    bool reached =
        true;  ///< false: not within the longest time that is tried; then `warm_up` is half of it
    double first_backlog{};  ///< s, mean of the first half of that time
    double last_backlog{};   ///< s, of the second half
};

/// Simulates a queue of its own, without jobs of the study, and applies MSER-5 (sim/stats/mser.hpp)
/// to the backlog and to the busy units of each hour: the later of the two ends the warm-up, which
/// lasts at least a day. If it finds no end, a quarter of the time is enough if the level does not
/// change after it. Tries 8, 16 and 32 days.
/// A queue that begins near its steady state (begins_steady()) is given 2, 4, … 32 days, and at least six hours, which
/// are enough if its level does not change after them: tests/validation/steady_begin.py compares its distribution then
/// with that after days from an empty machine. If users hold it at a backlog, six hours are taken without a search: such a
/// queue cannot grow for ever. An interrupted search returns a warm-up of zero.
SteadyState find_steady_state(QueueSetup const& setup, std::function<bool()> const& interrupted);

/// The warning that a queue has no steady state, with its mean backlogs.
Diagnostic never_steady(SteadyState const& state);

}  // namespace clustersim
