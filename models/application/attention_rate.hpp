// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim {

/// Part of a score matrix that blocks of a causal mask compute.
double causal_share(double sequence);
/// The rate of heads of `width` over that of wide heads, with FlashAttention-2 or with the library
/// written for the device.
double head_share(double width, bool tuned);
/// How much longer fused attention takes because its blocks of queries, `sequences` times those of
/// a sequence, do not fill the multiprocessors in whole waves.
double unfilled_waves(double sequences, double sequence, double units);

}  // namespace clustersim
