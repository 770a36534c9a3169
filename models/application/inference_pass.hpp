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
    Duration messages{};   ///< between the devices of a replica
    Duration host{};       ///< of which devices wait for the host

    PassTime& operator+=(PassTime const& other) {
        products += other.products;
        attention += other.attention;
        rest += other.rest;
        messages += other.messages;
        host += other.host;
        return *this;
    }
    [[nodiscard]] Duration kernels() const { return products + attention + rest; }
    [[nodiscard]] Duration total() const { return kernels() + messages + host; }
};

/// Tokens of a pass: of the fullest group of devices with requests of its own, and of all groups.
struct PassTokens {
    double fullest = 0.0;
    double all = 0.0;
};

/// All layers with these tokens, without the attention itself.
PassTime layers_pass(Transformer const& model,
                     InferencePlan const& plan,
                     ServingContext const& context,
                     PassTokens tokens);

/// The layers of a pass that only generates, with its draft: `all` requests, of which the fullest group has `fullest`.
PassTime token_layers(Transformer const& model,
                      InferencePlan const& plan,
                      ServingContext const& context,
                      double fullest,
                      double all);

/// What the host adds to a pass, with prompts or without, whose layers take the devices so long.
Duration host_time(Transformer const& model,
                   ServingContext const& context,
                   PassTime const& layers,
                   bool prompts);

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
