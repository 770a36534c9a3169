// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/inference/serving.hpp"
#include "sim/serving/split_load.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// Prompts on some devices, generation on others.
struct SplitQuestion {
    ServingQuestion serving;
    int prefill_gpus = 0;
    int decode_gpus = 0;
};

struct SplitPoint {
    double rate = 0.0;  ///< offered, or served with clients
    std::optional<int> clients;
    bool sustained = true;
    bool slow_sustained = true;  ///< at the slow end, too
    SplitTimes times;
    SplitTimes fast;  ///< with kernels and messages at the ends of their stated uncertainty
    SplitTimes slow;
    double tokens_per_second = 0.0;
    double gpu_hours_per_million = 0.0;
    double joules_per_token = 0.0;  ///< at most: at the load of training
};

struct SplitAnswer {
    std::string application;
    std::string system;
    std::string partition;
    std::string accelerator;
    std::string engine;
    InferencePlan plan;      ///< its batch is the largest that a replica runs
    InferenceMemory memory;  ///< with the cache of that batch
    int prefill_replicas = 1;
    int decode_replicas = 1;
    int gpus = 0;             ///< of both kinds
    double transfer_s = 0.0;  ///< of the keys and values of a prompt
    std::vector<SplitPoint> points;
};

/// Simulates both kinds of replicas. A problem: devices that the tensor width does not divide; neither a rate nor clients.
Answered<SplitAnswer> predict_split(SplitQuestion const& question, Library const& library);

}  // namespace clustersim
