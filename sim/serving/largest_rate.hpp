// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/serving/load_meter.hpp"
#include "sim/serving/replica.hpp"
#include "sim/serving/request_lengths.hpp"

#include <cstdint>
#include <functional>

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

/// A quantile, or an end of its interval.
using LatencyMember = double LatencyQuantiles::*;
/// A load's largest ratio of a latency to its limit.
using LimitRatio = std::function<double(SteadyLoad const&, LatencyMember)>;

/// The largest rate of random arrivals, in requests/s, whose p95 are within limits. 0: no rate that is simulated.
struct RateWithin {
    double value = 0.0;
    double low = 0.0;  ///< at 95 % confidence, by the sampled arrivals
    double high = 0.0;
    double largest = 0.0;  ///< that is sustained, whatever the latencies
};

/// Short runs give the rate to about 5 %, without a range.
enum class SearchRuns { short_ones, long_ones };

RateWithin rate_within(IterationTime& time,
                       EngineLimits const& limits,
                       RequestLengths const& lengths,
                       LimitRatio const& ratio,
                       SearchRuns runs,
                       std::uint64_t seed);

}  // namespace clustersim
