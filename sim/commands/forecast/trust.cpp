// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/trust.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace clustersim {
namespace {

/// A 90 % range that held so many waits keeps its word.
constexpr double fewest_held = 0.85, most_held = 0.95;

}  // namespace

std::string whom_to_trust(PastAnswer const& past) {
    if (!past.start) return fmt::format("the simulation: it is the only answer ({})", past.why_not);
    if (past.start->basis == WaitBasis::bound)
        return fmt::format(
            "the later end of both: the bound holds only while waits are as they were, "
            "and nothing was scored ({})",
            past.why_not);
    if (!past.start->beyond.empty())
        return fmt::format("the simulation: trees cannot know a queue beyond all that they learned "
                           "from (larger than ever: {})",
                           fmt::join(past.start->beyond, ", "));
    double const held = past.start->score.held;
    if (held >= fewest_held && held <= most_held)
        return "the learned range: it was compared with past waits of this machine, and the "
               "simulation was not";
    return fmt::format(
        "neither alone: the learned range held {:.1f} % of past waits instead of 90 %, "
        "and the simulation was not compared with any; the start may lie in either",
        100.0 * held);
}

}  // namespace clustersim
