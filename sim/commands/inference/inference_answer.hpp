// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/inference/served_model.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// How fast does a machine serve a language model?
struct InferenceQuestion {
    ServingSite site;
    std::vector<int> batches;  ///< requests at the same time, over all replicas
};

/// One batch.
struct InferencePoint {
    int batch = 0;  ///< over all replicas
    int replicas = 1;
    InferencePlan plan;  ///< of the replica with most requests
    InferenceTime time;
    double tokens_per_second = 0.0;  ///< generated, over all replicas
    /// Hours of devices for a million generated tokens.
    double gpu_hours_per_million = 0.0;
    double joules_per_token = 0.0;  ///< at most: at the load of training
};

struct InferenceAnswer {
    std::string application;
    std::string system;
    std::string partition;
    std::string accelerator;
    int gpus = 1;
    std::string engine;
    std::vector<InferencePoint> points;  ///< of the batches that fit, in their order
};

/// Predicts each batch. Those that do not fit in memory give problems; the others are still answered.
Answered<InferenceAnswer> predict_inference(InferenceQuestion const& question,
                                            Library const& library);

}  // namespace clustersim
