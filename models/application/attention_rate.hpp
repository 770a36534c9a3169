// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim {

/// Part of a score matrix that blocks of a causal mask compute.
double causal_share(double sequence);
/// The rate of heads of `width` for that of wide heads, by FlashAttention-2 or by the library written for the device.
double head_share(double width, bool tuned);
/// By how much longer fused attention takes because its blocks of queries, `sequences` times those of a sequence, do not fill
/// the multiprocessors in whole waves.
double unfilled_waves(double sequences, double sequence, double units);

}  // namespace clustersim
