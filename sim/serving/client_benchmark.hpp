// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/serving/replica.hpp"

#include <cstdint>

namespace clustersim {

/// What a benchmark sends: requests of lengths between `least` times a length and that length.
struct BenchmarkRequests {
    int prompt = 1024;  ///< tokens, at most
    int output = 1024;
    double least = 1.0;
    int clients = 1;
    int per_client = 10;
    /// The clients are at random points of their first answers, which are not counted: as after a long time.
    bool steady = false;
};

/// What it prints, in seconds.
struct BenchmarkTimes {
    double first_token_mean = 0.0;
    double first_token_median = 0.0;
    double between_tokens_mean =
        0.0;  ///< of a request: from its first to its last token, for each further one
    double between_tokens_median = 0.0;
    double tokens_per_s = 0.0;  ///< generated
};

/// A benchmark with clients that each send the next request as soon as they have their answer; all start at once.
BenchmarkTimes client_benchmark(IterationTime& time,
                                EngineLimits const& limits,
                                BenchmarkRequests const& requests,
                                std::uint64_t seed);

}  // namespace clustersim
