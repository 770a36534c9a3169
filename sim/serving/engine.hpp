// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/inference.hpp"
#include "models/application/iteration_time.hpp"
#include "sim/serving/replica.hpp"

namespace clustersim {

/// What the user of an engine sets.
struct EngineSettings {
    int largest_batch = 256;  ///< requests that one replica runs at the same time
    int pass_tokens = tokens_of_pass;
    PrefillPolicy prefill = PrefillPolicy::chunked;
    int poll = 1;  ///< passes from one look for new requests to the next
};

/// An engine that holds one replica of a model.
struct ServingEngine {
    Transformer model;
    InferencePlan plan;  ///< with the largest batch
    ServingContext context;
    EngineLimits limits;
    InferenceMemory memory;  ///< with the cache of the largest batch

    [[nodiscard]] IterationTime time(PassFactors factors = {}) const {
        return {model, plan, context, factors};
    }
};

/// The engine for requests of the plan's length. Reports what serving_context reports, and memory without room for one
/// request (CS0202).
Result<ServingEngine> engine_on(Transformer const& model,
                                InferencePlan const& plan,
                                Platform const& platform,
                                EngineSettings const& settings,
                                ServingSoftware const& software = {});

}  // namespace clustersim
