// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/serving/replica.hpp"
#include "sim/serving/request_lengths.hpp"

#include <cstdint>

namespace clustersim {

/// What one replica serves while requests always wait.
struct LargestRate {
    double requests_per_s = 0.0;
    double tokens_per_s = 0.0;  ///< generated
};

/// At a lower rate of arrivals the queue stays finite, at a higher one it grows without bound (Loynes, Math. Proc.
/// Cambridge Phil. Soc. 58, 1962).
LargestRate largest_rate(IterationTime& time,
                         EngineLimits const& limits,
                         RequestLengths const& lengths,
                         std::uint64_t seed);

}  // namespace clustersim
