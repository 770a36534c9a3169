// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/layer_kernels.hpp"

namespace clustersim {

/// What the routing decides: the experts that tokens are sent to, and the tokens' order by expert and back, in which they
/// are read and written twice.
Both routed_block(Layer const& layer);

/// What every token passes through beside the experts that it is routed to: router, shared experts, projections.
Both around_experts(Layer const& layer);

}  // namespace clustersim
