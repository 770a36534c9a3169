// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/roofline.hpp"
#include "models/application/transformer.hpp"
#include "sim/core/quantity.hpp"

namespace clustersim {

/// Requests that one replica of a model serves together: all prompts first, then one token of each after another.
struct InferencePlan {
    int tensor = 1;                         ///< devices that hold one replica
    int batch = 1;                          ///< requests of one replica
    int prompt = 1;                         ///< tokens of each request
    int output = 1;                         ///< tokens generated for each
    Precision precision = Precision::bf16;  ///< of weights and products
    Precision cache = Precision::bf16;      ///< of keys and values
};

/// Bytes of an activation: 16 bits if the weights are narrower.
Bytes served_number(Precision precision);

/// Bytes of keys and values that one token leaves with each device of a tensor group, over all layers whose
/// attention sees all tokens.
Bytes cache_per_token(Transformer const& model, InferencePlan const& plan);

}  // namespace clustersim
