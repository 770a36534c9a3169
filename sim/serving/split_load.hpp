// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/serving/replica.hpp"
#include "sim/serving/request_lengths.hpp"

#include <cstdint>
#include <optional>

namespace clustersim {

/// Replicas that pass prompts, and others that generate.
struct SplitEngines {
    IterationTime* prefill = nullptr;
    EngineLimits prefill_limits;
    int prefill_replicas = 1;
    IterationTime* decode = nullptr;
    EngineLimits decode_limits;
    int decode_replicas = 1;
    double transfer = 0.0;        ///< seconds until the cache of a token is on the other replica
    double transfer_start = 0.0;  ///< the same for any request
};

/// What is sent: at a rate, or by clients that each have one request.
struct SplitRequests {
    int prompt = 1024;   ///< tokens, at most
    int output = 256;    ///< passes of the decoder, at most
    double least = 1.0;  ///< shortest length over the longest
    std::optional<double> rate{};
    int clients = 1;
    int count = 1000;  ///< in all
    int warm_up = 0;   ///< of which so many are not counted
};

struct SplitQuantiles {
    double mean = 0.0;
    double p50 = 0.0;
    double p95 = 0.0;
};

struct SplitTimes {
    SplitQuantiles first_token;
    SplitQuantiles between_tokens;  ///< of a request, between passes of the decoder
    double requests_per_s = 0.0;
    double prefill_busy = 0.0;  ///< share of the time
    double decode_busy = 0.0;
};

/// Both kinds of replicas with their queues.
SplitTimes
split_load(SplitEngines const& engines, SplitRequests const& requests, std::uint64_t seed);

}  // namespace clustersim
