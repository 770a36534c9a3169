// SPDX-License-Identifier: Apache-2.0
//
// The share of its rate that fused attention reaches, common to attention in training and serving
// and to single kernels.
//
// Equation. A block computes 128 rows of queries of one head against the keys that they see, and loads, scales and stores as
// long as 49 more keys would take. With n blocks that see k keys in the mean and K at most, on u multiprocessors,
//   t = max(n (k + 49) / u + (K + 49) / 2, K + 49)
// in the time of one key of a block: half of the longest block is what the last ones wait for. The rates of accelerators are
// those of 32 causal heads over 8,192 tokens, so that the loss of these is taken out. The memory's traffic adds to t, because
// a block loads its queries before its first product and stores its rows after the last one. In decode, a block computes the
// queries that share a head of the cache; if there are few, several share the cache of one. Each wave of blocks takes 3.4 us
// in addition to the time to read the caches.
// Source. Dao, "FlashAttention-2", 2023; Shah et al., "FlashAttention-3", 2024, figures 5 to 7, for heads of 64 and for cuDNN.
// The two constants of prefill are fitted to A100 (FlashAttention-2 in vLLM; ai-dynamo/aiconfigurator, 095f58a5, Apache-2.0), that
// of decode to H100 (FlashAttention-3, the same source). Flash-Decoding (2023) for the sharing.
// Domain. Fused attention forward, 128 to 131,072 tokens. Heads of 64 have constants of the same size.
#include "models/application/attention_rate.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

constexpr double attention_block = 128.0;
/// Heads of 64 over heads of 128: FlashAttention-2 324 and 370 TFLOP/s on H100, cuDNN 9 413 and 600.
constexpr double narrow_head_rate = 0.87;
constexpr double tuned_narrow_head_rate = 0.69;

constexpr double block_keys = 49.0;  ///< of loads, scales and stores
constexpr double last_block = 0.5;   ///< of the longest one that the end waits for
constexpr Duration decode_block = seconds(3.4e-6);
/// Of the rate of matrix units, for the few rows of queries of one token.
constexpr double few_queries_share = 0.5;
constexpr double usual_heads = 32.0;
constexpr double usual_length = 8192.0;

/// Time of all blocks over that of the arithmetic alone on busy multiprocessors.
double loss_of(double sequences, double sequence, bool causal, double units) {
    double const blocks = sequences * std::ceil(sequence / attention_block);
    double const keys = sequence * (causal ? causal_share(sequence) : 1.0);
    double const longest = sequence + block_keys;
    double const time =
        std::max(blocks * (keys + block_keys) / units + last_block * longest, longest);
    return time * units * attention_block / (sequences * sequence * keys);
}

}  // namespace

double causal_share(double sequence) {
    return std::min(1.0, 0.5 + 0.5 * attention_block / sequence);
}

double head_share(double width, bool tuned) {
    if (width >= 96.0) return 1.0;
    return tuned ? tuned_narrow_head_rate : narrow_head_rate;
}

double block_losses(double sequences, double sequence, bool causal, double units) {
    double const usual = loss_of(usual_heads, usual_length, true, units);
    return loss_of(sequences, sequence, causal, units) / usual;
}

Duration prefill_attention_time(Flop work,
                                Bytes moved,
                                double sequences,
                                double sequence,
                                bool causal,
                                FlopRate rate,
                                Roofline const& roofline) {
    double const loss = block_losses(sequences, sequence, causal, roofline.units);
    return loss * (work / rate) + moved / roofline.memory + roofline.launch;
}

Duration decode_attention_time(Flop work, Bytes read, double blocks, Roofline const& roofline) {
    // One multiprocessor: their number is unknown.
    double const waves =
        roofline.units > 1.0 ? std::max(1.0, std::ceil(blocks / roofline.units)) : 1.0;
    return std::max(read / roofline.memory, work / (roofline.matrix * few_queries_share)) +
           waves * decode_block + roofline.launch;
}

}  // namespace clustersim
