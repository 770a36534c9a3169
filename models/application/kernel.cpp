// SPDX-License-Identifier: Apache-2.0
//
// Time of one kernel, as the models of steps have it: products by product.cpp, fused attention by attention_rate.cpp, and
// element-wise kernels by their traffic, each with a launch.
#include "models/application/kernel.hpp"

#include "models/application/attention_rate.hpp"
#include "models/application/product.hpp"

#include <algorithm>
#include <array>

namespace clustersim {
namespace {

Duration matmul_time(Kernel const& kernel, Roofline const& roofline) {
    return product_time({kernel.m,
                         kernel.n,
                         kernel.k,
                         kernel.copies,
                         size_of(kernel.precision),
                         activation_size(kernel.precision)},
                        roofline);
}

Duration attention_time(Kernel const& kernel, Roofline const& roofline) {
    bool const tuned = kernel.kind == KernelKind::attention_tuned;
    FlopRate const rate =
        (tuned ? roofline.attention_tuned : roofline.attention) * head_share(kernel.k, tuned);
    // Queries and results, keys and values.
    Bytes const moved =
        size_of(kernel.precision) * (2.0 * kernel.copies * (kernel.m + kernel.n) * kernel.k);
    return prefill_attention_time(
        flop_of(kernel), moved, kernel.copies, kernel.m, true, rate, roofline);
}

}  // namespace

Flop flop_of(Kernel const& kernel) {
    double const product = 2.0 * kernel.copies * kernel.m * kernel.n * kernel.k;
    if (kernel.kind == KernelKind::matmul) return flop(product);
    return has_shape(kernel.kind) ? flop(2.0 * product * causal_share(kernel.m)) : Flop{};
}

std::optional<Duration> kernel_time(Kernel const& kernel, Accelerator const& accelerator) {
    auto const roofline = roofline_of(accelerator, kernel.precision);
    if (!roofline) return std::nullopt;
    switch (kernel.kind) {
        case KernelKind::matmul: return matmul_time(kernel, *roofline);
        case KernelKind::attention:
        case KernelKind::attention_tuned: return attention_time(kernel, *roofline);
        case KernelKind::stream: return kernel.moved / roofline->memory + roofline->launch;
        case KernelKind::to_device:
        case KernelKind::to_host: return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace clustersim
