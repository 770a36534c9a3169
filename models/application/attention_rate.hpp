// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/roofline.hpp"

namespace clustersim {

/// Part of a score matrix that blocks of a causal mask compute.
double causal_share(double sequence);
/// The rate of heads of `width` over that of wide heads, with FlashAttention-2 or with the library
/// written for the device.
double head_share(double width, bool tuned);
/// How much longer fused attention of `sequences` (of all heads of all samples) takes than at the rate of accelerators, because
/// its blocks of queries are short, few or of different length.
double block_losses(double sequences, double sequence, bool causal, double units);
/// Forward, at a rate of arithmetic before these losses, moving queries, keys, values and results.
Duration prefill_attention_time(Flop work,
                                Bytes moved,
                                double sequences,
                                double sequence,
                                bool causal,
                                FlopRate rate,
                                Roofline const& roofline);
/// One query for each head of `blocks` pairs of a request and a head of its cache, of which `read` bytes are read.
Duration decode_attention_time(Flop work, Bytes read, double blocks, Roofline const& roofline);

}  // namespace clustersim
