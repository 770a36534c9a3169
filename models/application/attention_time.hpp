// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/layer_kernels.hpp"

namespace clustersim {

/// Part of a score matrix that blocks of a causal mask compute.
double causal_share(double sequence);
/// The rate of heads of `width` for that of wide heads, by FlashAttention-2 or by the library written for the device.
double head_share(double width, bool tuned);
/// By how much longer fused attention takes because its blocks of queries, `sequences` times those of a sequence, do not fill
/// the multiprocessors in whole waves.
double unfilled_waves(double sequences, double sequence, double units);

/// Scores, softmax and values: in one kernel, or in a kernel each.
Both attention(Layer const& layer, Framework const& framework);

/// Around it: rotary positions and biases, the linear maps before and after it, and their low-rank adapters.
Both around_attention(Layer const& layer);
Both attention_maps(Layer const& layer);
Both adapters(Layer const& layer);

}  // namespace clustersim
