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
    SplitTimes times;
    double tokens_per_second = 0.0;
};

struct SplitAnswer {
    std::string application;
    std::string system;
    std::string partition;
    std::string accelerator;
    std::string engine;
    InferencePlan plan;
    int prefill_replicas = 1;
    int decode_replicas = 1;
    double transfer_s = 0.0;  ///< of the keys and values of a prompt
    std::vector<SplitPoint> points;
};

/// Simulates both kinds of replicas. A problem: devices that the tensor width does not divide; neither a rate nor clients.
Answered<SplitAnswer> predict_split(SplitQuestion const& question, Library const& library);

}  // namespace clustersim
