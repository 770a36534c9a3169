// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/inference/serving.hpp"
#include "sim/core/result.hpp"
#include "sim/serving/largest_rate.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// Limits on latencies, in seconds: 95 of 100 requests, or gaps between tokens, are within them.
struct ServiceLevel {
    std::optional<double> first_token;
    std::optional<double> between_tokens;
    std::optional<double> end_to_end;

    /// The largest ratio of a latency to its limit.
    [[nodiscard]] double ratio(SteadyLoad const& load, LatencyMember member) const;
};

/// Reads "ttft<1s,tpot<50ms"; also `itl` for `tpot`, and `e2e`. Reports every part that is wrong.
Result<ServiceLevel> read_service_level(std::string_view text);

/// The fewest devices that meet a level at a rate.
struct LevelQuestion {
    ServingQuestion serving;  ///< with one rate; its devices and tensor width are the most of both
    ServiceLevel level;
    std::string level_text;
};

/// One width of replicas: what it carries within the level.
struct LevelChoice {
    InferencePlan plan;
    RateWithin rate_of_replica;  ///< 0: not even rare requests are within the level
    double rate_low = 0.0;       ///< with the stated uncertainty of kernels and messages, too
    double rate_high = 0.0;
    int replicas = 0;  ///< that carry the rate; 0: none
    int gpus = 0;
    int gpus_low = 0;                ///< if kernels are as fast as the range allows
    int gpus_high = 0;               ///< as slow; 0: no number of them
    std::optional<SteadyLoad> load;  ///< at that number of replicas
    SteadyLoad alone;                ///< a client that shares its replica with no other
};

struct LevelAnswer {
    std::string application;
    std::string system;
    std::string partition;
    std::string accelerator;
    std::string engine;
    std::string level_text;
    double rate = 0.0;
    std::vector<LevelChoice> choices;  ///< by width
    std::size_t best = 0;
};

/// Tries each width of replicas. A problem: no width meets the level; the message says how near the nearest comes.
Answered<LevelAnswer> find_fewest(LevelQuestion const& question, Library const& library);

}  // namespace clustersim
