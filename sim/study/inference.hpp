// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/inference.hpp"
#include "sim/scenario/library.hpp"
#include "sim/study/answered.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// How fast does a machine serve a language model?
struct InferenceQuestion {
    std::string application;    ///< name or file
    std::string system;         ///< name or file
    std::string partition;      ///< empty: the machine's, with accelerators
    int gpus = 1;               ///< in all
    std::optional<int> tensor;  ///< devices of one replica; unset: all, at most those of a node
    std::vector<int> batches;   ///< requests at the same time, over all replicas
    int prompt = 1024;          ///< tokens
    int output = 256;           ///< tokens
    Precision precision = Precision::bf16;
    std::optional<Precision> cache;  ///< unset: that of the weights, at least 8 bits
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
};

struct InferenceAnswer {
    std::string application;
    std::string system;
    std::string partition;
    std::string accelerator;
    int gpus = 1;
    std::vector<InferencePoint> points;  ///< of the batches that fit, in their order
};

/// Predicts each batch. Those that do not fit in memory give problems; the others are still answered.
Answered<InferenceAnswer> predict_inference(InferenceQuestion const& question,
                                            Library const& library);

}  // namespace clustersim
