// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/roofline.hpp"
#include "models/application/transformer.hpp"
#include "models/application/weight_format.hpp"
#include "sim/core/quantity.hpp"

#include <string_view>

namespace clustersim {

/// Tokens that a small model proposes and one pass checks (speculative decoding).
struct Speculation {
    int tokens = 0;  ///< proposed for each request and pass; 0: none
    double accepted =
        0.8;  ///< probability that a proposed token is the model's own, given that all before it are

    /// Tokens that a request gets from a pass, in the mean: (1 - a^(k + 1)) / (1 - a).
    [[nodiscard]] double per_pass() const;
};

/// Requests that one replica of a model serves together: all prompts first, then one token of each after another.
struct InferencePlan {
    int tensor = 1;  ///< devices that share the attention of a request
    int batch = 1;   ///< requests of one replica
    int prompt = 1;  ///< tokens of each request
    int output = 1;  ///< tokens generated for each
    Precision precision =
        Precision::bf16;  ///< of products, and of weights unless `weights` says otherwise
    Precision cache = Precision::bf16;  ///< of keys and values
    int data =
        1;  ///< groups of `tensor` devices that each have requests of their own; they share the experts
    int expert =
        1;  ///< groups that hold different experts, of all devices; the devices of a group divide each expert
    WeightFormat weights = WeightFormat::
        plain;  ///< of the experts if it has fewer than 8 bits, else of all linear maps
    std::string_view weights_asked{};  ///< an engine's own name of `weights`; empty: the usual one

    Speculation speculation{};

    [[nodiscard]] int devices() const { return tensor * data; }
    /// Passes that generate an output.
    [[nodiscard]] int passes() const;
};

/// The word for how the weights are stored.
std::string_view weights_name(InferencePlan const& plan);

/// Bytes of an activation: 16 bits if the weights are narrower.
Bytes served_number(Precision precision);

/// Whether the format is that of the linear maps outside the experts, too.
bool formats_all(Transformer const& model, InferencePlan const& plan);

/// Bytes of a weight of the experts, and of the other linear maps.
Bytes expert_weight(InferencePlan const& plan);
Bytes dense_weight(Transformer const& model, InferencePlan const& plan);

/// Bytes of keys and values that one token leaves with each device of a tensor group, over all layers whose
/// attention sees all tokens.
Bytes cache_per_token(Transformer const& model, InferencePlan const& plan);

}  // namespace clustersim
