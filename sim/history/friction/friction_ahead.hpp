// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/random_stream.hpp"
#include "sim/history/friction/friction.hpp"

#include <cstdint>
#include <vector>

namespace clustersim {

/// Nodes that are lost for a time; seconds from now.
struct LossAhead {
    std::int64_t from = 0, until = 0;
    std::int64_t nodes = 0;
};

/// A queue that is closed for a time.
struct ClosureAhead {
    std::int64_t from = 0, until = 0;
    std::uint32_t queue = 0;  ///< position in Friction::queues
};

struct FrictionAhead {
    std::vector<LossAhead> losses;  ///< by begin, one after the other
    std::vector<ClosureAhead> closures;
};

// Equation. Lost capacity, and the closures of each queue, are alternating renewal processes (Barlow and Proschan, Mathematical
// Theory of Reliability, 1965, chapter 3):
//
//   between    exponential, mean (observed time - time of all spans) / number of spans
//   span       one of the observed ones that ended, each equally likely, with its length and its nodes
//   at first   a span that has not ended lasts as long as one of the observed spans that were longer than it is now, or, with
//              the chance 1 / (their number + 1), twice as long as now; without such a span, one of the times between
//
// Domain: spans that come independently of each other, of the hour, of the weekday and of the
// queue. A snapshot's reservations say more about announced maintenance.

/// One future, until `horizon` seconds from now.
FrictionAhead sample_friction(Friction const& friction, std::int64_t horizon, RandomStream& random);

}  // namespace clustersim
