// SPDX-License-Identifier: Apache-2.0
//
// The share of its rate that fused attention reaches, common to attention in training and serving
// and to single kernels.
// Source. Dao, "FlashAttention-2", 2023; Shah et al., "FlashAttention-3", 2024, figures 5 to 7, for heads of 64 and for cuDNN.
#include "models/application/attention_rate.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

constexpr double attention_block = 128.0;
/// Heads of 64 over heads of 128: FlashAttention-2 324 and 370 TFLOP/s on H100, cuDNN 9 413 and 600.
constexpr double narrow_head_rate = 0.87;
constexpr double tuned_narrow_head_rate = 0.69;

}  // namespace

double causal_share(double sequence) {
    return std::min(1.0, 0.5 + 0.5 * attention_block / sequence);
}

double head_share(double width, bool tuned) {
    if (width >= 96.0) return 1.0;
    return tuned ? tuned_narrow_head_rate : narrow_head_rate;
}

double unfilled_waves(double sequences, double sequence, double units) {
    double const blocks = sequences * std::ceil(sequence / attention_block);
    return std::ceil(blocks / units) * units / blocks;
}

}  // namespace clustersim
