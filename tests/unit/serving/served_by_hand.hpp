// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application_catalogue.hpp"
#include "sim/serving/replica.hpp"
#include "sim/serving/request_lengths.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

#include <string>
#include <variant>

namespace clustersim::served_by_hand {

/// Llama 7B on a device with round numbers.
struct Bench {
    Transformer model = std::get<Transformer>(
        load_application("llama-7b", std::string(PROJECT_DIR) + "/workloads/applications")->model);
    InferencePlan plan{.prompt = 512, .output = 64};
    EngineLimits limits{.sequences = 32, .cache_tokens = 1'000'000};

    [[nodiscard]] std::int64_t tokens() const { return std::int64_t{plan.prompt} + plan.output; }
    [[nodiscard]] RequestLengths lengths(double spread = 0.0) const {
        return {plan.prompt, plan.output, spread, limits.cache_tokens};
    }
    [[nodiscard]] InferenceTime offline(int batch) const {
        InferencePlan batched = plan;
        batched.batch = batch;
        auto const time = inference_time(model, batched, hand_made::platform());
        REQUIRE(time);
        return *time;
    }
    /// Kept by the engine, so that each replica has it as long as the engine lives.
    [[nodiscard]] IterationTime time() const {
        auto const context = serving_context(model, plan, hand_made::platform());
        REQUIRE(context);
        return {model, plan, *context};
    }
    [[nodiscard]] Replica replica() {
        kept.emplace_back(time());
        return {kept.back(), limits};
    }

    std::deque<IterationTime> kept;
};

}  // namespace clustersim::served_by_hand
