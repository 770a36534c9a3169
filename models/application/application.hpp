// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/cnn.hpp"
#include "models/application/framework.hpp"
#include "models/application/plan.hpp"
#include "models/application/transformer.hpp"
#include "models/storage/staging.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace clustersim {

/// Times of an epoch in addition to its training batches.
struct EpochCosts {
    Duration fixed{};      ///< per epoch: starting data-loader workers, first-batch warm-up
    Duration per_batch{};  ///< between two batches: synchronisation, host work
    double validation_speed =
        3.0;  ///< validation images per second over training images per second
};

/// A micro-batch for devices with at least `device_memory`.
struct MicroBatch {
    Bytes device_memory{};
    int samples = 1;
};

/// The global batch that a publication of the model trained with, in samples.
struct PublishedBatch {
    int samples = 1;  ///< of the longest part of the training
    int least = 1;    ///< smallest of a schedule or a study; equals `samples` if it used one batch
    int most = 1;     ///< largest, likewise
    std::string citation;
    std::string confidence;
};

/// How an application is trained unless the user says otherwise.
struct TrainingDefaults {
    Precision precision = Precision::bf16;
    int micro_batch = 1;  ///< per device; for a Cnn the per-device batch
    std::vector<MicroBatch>
        micro_batch_by_memory;  ///< ascending; replaces micro_batch if an entry applies
    std::optional<PublishedBatch> global_batch;  ///< unset: none is published
    std::optional<int>
        strong_batch;  ///< global batch of a strong-scaling study; the published one unless given
    std::optional<int> weak_accumulation;  ///< micro-batches per replica of a weak-scaling study
    int tensor = 1;                        ///< upper limit; a node with fewer devices lowers it
    int model_devices = 1;                 ///< tensor x pipeline: devices that hold one copy
    int context = 1;                       ///< devices that share one sample's tokens
    int expert = 1;                        ///< upper limit: devices that share a layer's experts
    Recompute recompute = Recompute::none;
    bool sequence_parallel = true;
    Sharding sharding = Sharding::none;  ///< of the states over the replicas
    EpochCosts epoch;
    Framework framework;
};

/// The samples that an application is trained on.
struct TrainingSet {
    Dataset files;
    std::optional<double>
        samples;        ///< unset: the model's, or as many as its size holds in token numbers
    Duration decode{};  ///< of one sample on one core
    std::optional<std::string>
        stage;  ///< copied to "disk" or "ram" of the nodes; unset: read in place
};

struct Application {
    std::string name;
    std::string title;
    std::string software;               ///< that trains it, as `framework:` names it; may be empty
    std::vector<std::string> known_as;  ///< words by which tables of measurements name the model
    std::variant<Transformer, Cnn> model;
    TrainingDefaults training;
    std::optional<TrainingSet> dataset;  ///< unset: not described
    std::string pilot_system;            ///< the machine of the pilot runs; empty without any
};

}  // namespace clustersim
