// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/inference/served_model.hpp"
#include "sim/serving/engine.hpp"
#include "sim/serving/load_meter.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// How does a machine serve a language model while requests come and go?
struct ServingQuestion {
    ServingSite site;
    std::vector<double> rates;  ///< requests/s over all replicas, Poisson arrivals
    std::vector<int>
        clients;  ///< instead: clients that always have one request each, over all replicas
    std::optional<int> largest_batch;  ///< unset, as the next two: the engine's
    std::optional<int> pass_tokens;
    std::optional<PrefillPolicy> prefill;
    double spread = 0.0;  ///< standard deviation over mean of the lengths
    std::uint64_t seed = 1;

    [[nodiscard]] EngineSettings settings_on(ServingSoftware const& engine) const {
        return {largest_batch.value_or(engine.largest_batch),
                pass_tokens.value_or(engine.pass_tokens),
                prefill.value_or(engine.prefill)};
    }
};

/// The largest rate of arrivals that all replicas sustain, in requests/s.
struct SustainedRate {
    double value = 0.0;
    double tokens_per_second = 0.0;  ///< generated at that rate
    double seeds_low = 0.0;          ///< lowest and highest of the simulated phases
    double seeds_high = 0.0;
    double low = 0.0;  ///< with the stated uncertainty of kernels and messages
    double high = 0.0;
};

/// One rate or number of clients.
struct ServingPoint {
    double rate = 0.0;  ///< requests/s, offered or, with clients, served
    std::optional<int> clients;
    std::optional<SteadyLoad> load;  ///< of one replica; unset: the queue grows without bound
    double tokens_per_second = 0.0;  ///< generated, over all replicas
    double gpu_hours_per_million = 0.0;
    double joules_per_token = 0.0;  ///< at most: at the load of training
};

struct ServingAnswer {
    std::string application;
    std::string system;
    std::string partition;
    std::string accelerator;
    int gpus = 1;
    int replicas = 1;
    std::string engine;
    InferencePlan plan;      ///< its batch is the largest that one replica runs
    InferenceMemory memory;  ///< with the cache of that batch
    EngineSettings settings;
    double spread = 0.0;
    std::uint64_t seed = 1;
    SustainedRate sustained;
    std::vector<ServingPoint> points;

    [[nodiscard]] bool bound_by_cache() const { return plan.batch < settings.largest_batch; }
};

/// From times of passes to those of tokens, of which a pass gives several.
void by_tokens(SteadyLoad& load, Speculation const& speculation);

/// Simulates one replica for each rate. A problem: a pass with fewer tokens than requests; requests that never fit in
/// the cache.
Answered<ServingAnswer> predict_serving(ServingQuestion const& question, Library const& library);

}  // namespace clustersim
