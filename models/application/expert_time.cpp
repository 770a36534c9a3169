// SPDX-License-Identifier: Apache-2.0
//
// Time of a block of experts on one device.
//
// Equation. Each expert gets as many tokens as the device sends on average, in blocks of 16 rows, and computes two or three
// products, which run concurrently on a few streams. Tokens are sorted by expert before and sorted back after, 4 e h
// numbers each way for e experts per token; if each copy travels by itself, a device with several experts sorts again what
// arrives. With a capacity c, an expert computes c times the mean, whatever it gets. Limits and biases of experts are kernels
// of PyTorch that read strided, broadcast or mixed numbers one at a time, at 0.36 of the bandwidth.
// Source. NVIDIA, Transformer Engine, grouped linear layer (streams); Megatron-Core, experts.py (biases), and
// "Optimizing DeepSeek-V3 Training Performance on GB200 NVL72", 2025 (order of tokens, rows); NVIDIA Megatron Bridge,
// training/utils/moe_token_drop.py (capacity, padded); Megatron-Core, token_dispatcher.py (sort_chunks_by_idxs on arrival);
// PyTorch, native/cuda/Loops.cuh (kernels without vectors). The 0.36 is fitted to every second of the 16 rows of GPT OSS in
// workloads/measurements/megatron_bridge_performance.csv (6 %, 24 % without it); the other rows have 9 % (29 %).
// Domain. Balanced experts.
#include "models/application/expert_time.hpp"

#include "models/application/layer_kernels.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

/// Streams on which the products of single experts run concurrently (Transformer Engine, grouped linear layer).
constexpr double expert_streams = 4.0;
/// Of the memory's bandwidth, for kernels that read numbers one at a time.
constexpr double single_numbers = 0.36;

/// Biases of experts times the routing weight, in FP32; the rows of each expert are separated and joined
/// again.
Both expert_biases(Layer const& layer, double rows) {
    if (!layer.model.biases) return {};
    Bandwidth const memory = single_numbers * layer.ceilings.rest.memory;
    double const numbers = rows * layer.model.expert_width();
    Bytes const there = bytes(28.0 * numbers);
    Bytes const back = bytes(36.0 * numbers);
    return {{there / memory, 4.0, {}, there}, {back / memory, 6.0, {}, back}};
}

/// Gate and value of a clamped block are limited, each by a kernel, and joined again before the activation, which is fused
/// (Megatron-Core, weighted_bias_quick_geglu_impl): 8 numbers for each inner one. Backward each limit reads its input
/// and a gradient, and the gradients are joined: 10.
Both clamps(Layer const& layer, double rows, double width) {
    if (!layer.model.experts.clamped) return {};
    Roofline const& roofline = layer.ceilings.rest;
    Bytes const numbers = layer.number * (rows * width);
    auto const kernels = [&](double moved) {
        Bytes const bytes = moved * numbers;
        return KernelTime{
            bytes / (single_numbers * roofline.memory) + 3.0 * roofline.launch, 3.0, {}, bytes};
    };
    return {kernels(8.0), kernels(10.0)};
}

/// The experts of a device, each of `width` over `rows` tokens: one product per expert, concurrent on a few
/// streams.
Both routed_experts(Layer const& layer, double rows, double width, double local) {
    Transformer const& model = layer.model;
    double const gates = model.ffn_matrices() - 1.0;
    double const outer = model.expert_width();
    Both both =
        linear(layer, rows, gates * width, outer, local) + linear(layer, rows, outer, width, local);
    Duration const starts =
        std::max(0.0, local / expert_streams - 1.0) * layer.ceilings.products.launch;
    both.forward.time += 2.0 * starts;
    both.backward.time += (layer.frozen ? 2.0 : 4.0) * starts;
    // The host starts the kernels of each expert.
    both.forward.kernels *= local;
    both.backward.kernels *= local;
    return both + activation(layer, rows * local, width) + clamps(layer, rows * local, width) +
           expert_biases(layer, rows * local);
}

}  // namespace

Both routed_block(Layer const& layer) {
    Experts const& experts = layer.model.experts;
    double const local = std::max(1.0, static_cast<double>(experts.count) / layer.plan.expert);
    double const parts = layer.plan.expert_parts();
    double const taken = experts.capacity > 0.0 ? experts.capacity : 1.0;
    double const routed = taken * layer.tokens * experts.per_token * parts / layer.tensor;
    // Each device receives as many tokens as it sends, for a few experts each, in blocks of 16 rows.
    double const rows = std::ceil(routed / local / 16.0) * 16.0;
    double const sent = experts.per_token * layer.model.expert_width() / layer.outside;
    double const sorts = layer.copies_travel && local > 1.0 ? 2.0 : 1.0;
    Duration const order = sorts * (stream(layer, 4.0 * sent) + 4.0 * layer.ceilings.rest.launch);
    Bytes const moved = moved_by(layer, sorts * 4.0 * sent);
    return routed_experts(layer, rows, experts.ffn / parts, local) +
           Both{{order, 6.0 * sorts, {}, moved}, {order, 6.0 * sorts, {}, moved}};
}

Both around_experts(Layer const& layer) {
    Experts const& experts = layer.model.experts;
    double const h = layer.model.hidden;
    double const own = layer.tokens / layer.outside;
    double const width = layer.model.expert_width();
    Both both = linear(layer, own, experts.count, h);
    if (experts.shared > 0)
        both = both + feed_forward(layer, layer.tokens, experts.shared_width() / layer.tensor);
    if (experts.latent > 0)
        both = both + linear(layer, own, width, h) + linear(layer, own, h, width);
    return both;
}

}  // namespace clustersim
