// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/inference_plan.hpp"
#include "models/application/serving_context.hpp"

namespace clustersim {

/// One pass of tokens through the model, by its parts on one device.
struct PassTime {
    Duration products{};   ///< weights with activations
    Duration attention{};  ///< with the cache
    Duration rest{};       ///< norms, activations, positions, logits, sampling
    Duration messages{};   ///< of the tensor group

    PassTime& operator+=(PassTime const& other) {
        products += other.products;
        attention += other.attention;
        rest += other.rest;
        messages += other.messages;
        return *this;
    }
    [[nodiscard]] Duration kernels() const { return products + attention + rest; }
    [[nodiscard]] Duration total() const { return kernels() + messages; }
};

/// All layers with `tokens` tokens, without the attention itself.
PassTime layers_pass(Transformer const& model,
                     InferencePlan const& plan,
                     ServingContext const& context,
                     double tokens);

/// The choice of the next token of `requests` requests.
PassTime logits_pass(Transformer const& model,
                     InferencePlan const& plan,
                     ServingContext const& context,
                     int requests);

/// The attention of all layers in the prompts of `requests` requests.
Duration prompt_attention(Transformer const& model,
                          InferencePlan const& plan,
                          ServingContext const& context,
                          int requests);

/// The attention of all layers for one token of each of `requests` requests, with `seen` tokens before it.
Duration token_attention(Transformer const& model,
                         InferencePlan const& plan,
                         ServingContext const& context,
                         double requests,
                         double seen);

/// The prompts of `requests` requests.
PassTime prefill_pass(Transformer const& model,
                      InferencePlan const& plan,
                      ServingContext const& context,
                      int requests);

/// One token of each request, with `seen` tokens before it.
PassTime decode_pass(Transformer const& model,
                     InferencePlan const& plan,
                     ServingContext const& context,
                     double seen);

}  // namespace clustersim
