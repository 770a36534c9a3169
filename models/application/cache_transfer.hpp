// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/inference_plan.hpp"
#include "models/application/platform.hpp"

namespace clustersim {

/// Time until the keys and values of a prompt are on other devices: a start, and a time for each token.
struct CacheTransfer {
    Duration start{};
    Duration token{};
};

/// The transfer between two replicas of a plan, each device to its counterpart. `devices`: all of both kinds of replicas; if
/// they fit on a node, its links are used, else its ports.
CacheTransfer cache_transfer(Transformer const& model,
                             InferencePlan const& plan,
                             Platform const& platform,
                             int devices);

}  // namespace clustersim
