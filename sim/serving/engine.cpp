// SPDX-License-Identifier: Apache-2.0
#include "sim/serving/engine.hpp"

#include <algorithm>

namespace clustersim {

Result<ServingEngine> engine_on(Transformer const& model,
                                InferencePlan const& plan,
                                Platform const& platform,
                                EngineSettings const& settings,
                                ServingSoftware const& software) {
    auto const context = serving_context(model, plan, platform, software);
    if (!context) return failure(context.error());
    Accelerator const& device = platform.accelerator;
    ServingEngine engine{model, plan, *context, {}, {}};
    // Whole prompts may be longer than a pass.
    int const tokens = settings.prefill == PrefillPolicy::first
                           ? std::max(settings.pass_tokens, plan.prompt)
                           : settings.pass_tokens;
    engine.plan.batch = settings.largest_batch;
    auto const memory = [&] {
        return inference_memory(model, engine.plan, device.memory, tokens, software.memory_share);
    };
    int const fitting = memory().largest_batch;
    engine.plan.batch = std::clamp(fitting, 1, settings.largest_batch);
    engine.memory = memory();
    if (fitting < 1) return failure(too_large(engine.plan, engine.memory, device));
    engine.limits = {settings.largest_batch,
                     std::int64_t{fitting} * (std::int64_t{plan.prompt} + plan.passes()),
                     settings.pass_tokens,
                     settings.prefill,
                     software.arrival.si(),
                     software.prompt_token.si(),
                     settings.poll};
    return engine;
}

}  // namespace clustersim
