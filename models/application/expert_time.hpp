// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/layer.hpp"

namespace clustersim {

/// Work on routed tokens: the experts, and sorting the tokens by expert and back, which reads and writes them twice.
Both routed_block(Layer const& layer);

/// Work on every token in addition to its routed experts: router, shared experts, projections.
Both around_experts(Layer const& layer);

}  // namespace clustersim
