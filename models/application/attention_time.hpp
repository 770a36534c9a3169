// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/framework.hpp"
#include "models/application/layer.hpp"

namespace clustersim {

/// Scores, softmax and values: in one kernel, or in a kernel each.
Both attention(Layer const& layer, Framework const& framework);

/// Work around the attention: rotary positions and biases, the linear maps before and after it, and
/// their low-rank adapters.
Both around_attention(Layer const& layer);
Both attention_maps(Layer const& layer);
Both adapters(Layer const& layer);

}  // namespace clustersim
