// SPDX-License-Identifier: Apache-2.0
//
// Serving a transformer: time to first token, time between tokens, memory.
//
// Equation. The prompts of a batch pass in chunks of at most 8,192 tokens; then every pass generates one token of each
// request. The time between tokens is that of the pass in the middle of the output, because passes grow linearly with
// the tokens seen. Memory of a device: weights / t, keys and values of all tokens of the batch, activations of a chunk.
//   tokens/s = batch output / (first + (output - 1) between)
// Source. Pope et al., "Efficiently scaling transformer inference", MLSys 2023, sections 2 and 3; Kwon et al.,
// "PagedAttention" (vLLM), SOSP 2023: blocks of tokens, so memory is hardly fragmented. Engines take 0.9 of a device's
// memory (vLLM and TensorRT-LLM, defaults).
// Domain. Requests of equal length that start and end together (static batching); engines that replace ended requests at
// once reach about the same rate of tokens. Embeddings and logits stay in 16 bits. No speculation.
// Error. docs/validation.md, set inference; no constant was fitted to it, and the spreads are about its usual errors.
#include "models/application/inference.hpp"

#include "models/application/serving_context.hpp"
#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

constexpr double chunk_tokens = tokens_of_pass;

RangedTime ranged(PassTime const& pass, double times) {
    auto const at = [&](double kernels, double messages) {
        return times *
               (pass.kernels() * (1.0 + kernels) + pass.messages * (1.0 + messages) + pass.host);
    };
    return {at(0.0, 0.0), at(-kernel_spread, -message_spread), at(kernel_spread, message_spread)};
}

int requests_in_chunk(InferencePlan const& plan) {
    return std::clamp(static_cast<int>(chunk_tokens / plan.prompt), 1, plan.batch);
}

}  // namespace

InferenceMemory
inference_memory(Transformer const& model, InferencePlan const& plan, Bytes device) {
    double const tokens = static_cast<double>(requests_in_chunk(plan)) * plan.prompt;
    return inference_memory(model, plan, device, tokens);
}

InferenceMemory inference_memory(Transformer const& model,
                                 InferencePlan const& plan,
                                 Bytes device,
                                 double tokens,
                                 double share) {
    InferenceMemory memory;
    double const t = plan.tensor;
    double const experts = expert_parameters(model) * model.layers;
    memory.weights =
        dense_weight(model, plan) * ((model.layers * layer_parameters(model) - experts) / t) +
        expert_weight(plan) * (experts / plan.devices()) +
        served_number(plan.precision) * (embedding_parameters(model, plan.tensor) / t);
    // Requests of one of the groups that have requests of their own.
    double const batch = std::ceil(static_cast<double>(plan.batch) / plan.data);
    // Two buffers of the residual stream and the widest layer.
    double const width = std::max({model.query_width() + 2.0 * model.key_width(),
                                   2.0 * model.dense_share() * model.ffn,
                                   2.0 * model.experts.per_token * double(model.experts.ffn)});
    memory.working = served_number(plan.precision) * (tokens * (2.0 * model.hidden + width / t)) +
                     bytes(4.0) * (batch * model.padded_vocabulary(plan.tensor) / t);
    memory.usable = device * share;
    double const whole = plan.prompt + plan.output;
    // Windowed layers keep only their window.
    double kept = whole;
    if (model.window > 0 && model.windowed_layers > 0) {
        double const windowed = model.windowed_layers / (model.attention_share() * model.layers);
        kept = windowed * std::min<double>(whole, model.window) + (1.0 - windowed) * whole;
    }
    Bytes const request = cache_per_token(model, plan) * kept;
    memory.cache = request * batch;
    Bytes const free = memory.usable - memory.weights - memory.working;
    memory.largest_batch =
        free > Bytes{} ? plan.data * static_cast<int>(std::min(1e9 / plan.data, free / request))
                       : 0;
    return memory;
}

Diagnostic
too_large(InferencePlan const& plan, InferenceMemory const& memory, Accelerator const& device) {
    Diagnostic d = problem(Code::out_of_memory,
                           fmt::format("{} request{} of {} tokens on {} device{} need {} of each: "
                                       "weights {}, keys and values {}, activations {}",
                                       plan.batch,
                                       plan.batch == 1 ? "" : "s",
                                       plan.prompt + plan.output,
                                       plan.devices(),
                                       plan.devices() == 1 ? "" : "s",
                                       human(memory.total()),
                                       human(memory.weights),
                                       human(memory.cache),
                                       human(memory.working)));
    d.expected = fmt::format("at most {}, {:.0f} % of the memory of {}",
                             human(memory.usable),
                             100.0 * (memory.usable / device.memory),
                             device.model);
    d.help = memory.largest_batch > 0
                 ? fmt::format("the largest batch that fits is {}", memory.largest_batch)
                 : "use more GPUs for one replica, or smaller --weights";
    return d;
}

Result<InferenceTime> inference_time(Transformer const& model,
                                     InferencePlan const& plan,
                                     Platform const& platform,
                                     ServingSoftware const& software) {
    auto const context = serving_context(model, plan, platform, software);
    if (!context) return failure(context.error());
    InferenceTime time;
    int const requests = requests_in_chunk(plan);
    time.memory = inference_memory(model,
                                   plan,
                                   platform.accelerator.memory,
                                   static_cast<double>(requests) * plan.prompt,
                                   software.memory_share);
    if (time.memory.total() > time.memory.usable)
        return failure(too_large(plan, time.memory, platform.accelerator));
    time.prefill = prefill_pass(model, plan, *context, requests);
    time.first_token = ranged(time.prefill, std::ceil(static_cast<double>(plan.batch) / requests));
    Duration const arrival =
        software.arrival + software.prompt_token * static_cast<double>(plan.prompt);
    time.first_token += arrival;
    time.total = time.first_token.value;
    if (plan.output > 1) {
        time.decode = decode_pass(model, plan, *context, plan.prompt + plan.output / 2.0);
        time.between_tokens = ranged(time.decode, 1.0 / plan.speculation.per_pass());
        time.total += time.between_tokens.value * (plan.output - 1.0);
    }
    time.tokens_per_second = static_cast<double>(plan.batch) * plan.output / time.total.si();
    return time;
}

}  // namespace clustersim
