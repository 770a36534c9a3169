// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/roofline.hpp"
#include "sim/config/reader.hpp"
#include "sim/core/quantity.hpp"

#include <optional>

namespace clustersim {

/// What one kernel of a device does, as a benchmark of kernels measures it.
enum class KernelKind {
    matmul,           ///< `copies` products of m x k with k x n, in one kernel
    attention,        ///< fused causal attention, forward, by FlashAttention-2
    attention_tuned,  ///< the same by the library that is written for the device
    stream,           ///< element-wise: reads and writes `moved` bytes of the device's memory
    to_device,        ///< copies `moved` bytes from the host
    to_host,
};
struct Kernel {
    KernelKind kind = KernelKind::matmul;
    Precision precision = Precision::bf16;
    /// Of a product; of an attention m queries, n keys and heads of width k, one copy for each head of each sample.
    double m = 0.0;
    double n = 0.0;
    double k = 0.0;
    double copies = 1.0;
    Bytes moved{};  ///< of the other kinds

    friend bool operator==(Kernel const&, Kernel const&) = default;
};

/// Whether the kind has a shape (m, n, k, copies); the others have a number of bytes.
constexpr bool has_shape(KernelKind kind) {
    return kind == KernelKind::matmul || kind == KernelKind::attention ||
           kind == KernelKind::attention_tuned;
}

/// The arithmetic of a product or an attention; zero for others.
Flop flop_of(Kernel const& kernel);

/// The time that the models of steps give the kernel. Nothing if the device lacks the precision, and for copies from and to the
/// host, which they do not know.
std::optional<Duration> kernel_time(Kernel const& kernel, Accelerator const& accelerator);

}  // namespace clustersim
