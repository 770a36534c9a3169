// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/inference.hpp"
#include "models/application/layer_time.hpp"
#include "models/collective/network.hpp"

namespace clustersim {

/// A device and its network, prepared for one precision.
struct ServingContext {
    DeviceCeilings ceilings;
    Network network;
    Group group;  ///< the tensor group
};

/// Bytes of an activation: 16 bits beside narrower weights.
Bytes served_number(Precision precision);

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
