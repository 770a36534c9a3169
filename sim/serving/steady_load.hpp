// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/serving/load_meter.hpp"
#include "sim/serving/replica.hpp"
#include "sim/serving/request_lengths.hpp"

#include <cstdint>

namespace clustersim {

/// One replica under Poisson arrivals. `share` is the rate over the largest one (largest_rate.hpp), below 1: the nearer,
/// the longer the run, because the queue forgets more slowly. `batch`: requests of a batch at half of the largest rate.
SteadyLoad open_load(IterationTime& time,
                     EngineLimits const& limits,
                     RequestLengths const& lengths,
                     double rate,
                     double share,
                     std::uint64_t seed,
                     int batch = 1000);

/// One replica with clients that each wait for their answer and then send the next request at once. All start at the same
/// time, as benchmarks do.
SteadyLoad closed_load(IterationTime& time,
                       EngineLimits const& limits,
                       RequestLengths const& lengths,
                       int clients,
                       std::uint64_t seed);

}  // namespace clustersim
