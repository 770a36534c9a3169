// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>

namespace clustersim {

/// A number format of training and simulation codes.
enum class Precision { fp64, fp32, tf32, fp16, bf16, fp8, fp4, int8 };
constexpr std::size_t precision_count = 8;

/// The unit of the device that does the arithmetic. The rate with structured sparsity is kept
/// separate: only models pruned for it reach it, and it is never used as a peak by default.
enum class Unit { vector, matrix, matrix_sparse };
constexpr std::size_t unit_count = 3;

/// Shares of the peaks that real kernels reach; the machine's file says where they were measured.
struct Achievable {
    double matrix = 0.0;      ///< best large GEMM over the matrix peak, 0..1
    double matrix_fp8 = 0.0;  ///< the same for FP8 products
    double matrix_fp4 = 0.0;  ///< the same for FP4 products
    double vector = 0.0;      ///< best vector kernel over the vector peak, 0..1
    double memory = 0.0;      ///< STREAM-like bandwidth over the memory peak, 0..1
    /// Fused attention forward, causal, heads of 128, over the matrix peak: first FlashAttention-2, which is
    /// written for A100, then the library that is written for the device.
    double attention = 0.0;
    double attention_tuned = 0.0;
    Duration launch{};  ///< start-up cost of one kernel in a framework
    Watts
        power_limit{};  ///< of the device while the matrix shares were measured; 0: they hold under any
    /// FP8 operations of products for one joule that a device sustains in training; 0: its power does not limit them
    /// (sustained_rate).
    double flop_per_joule = 0.0;
};

/// One schedulable accelerator: what a framework calls a GPU (a GCD on MI250X).
struct Accelerator {
    std::string name;
    std::string model;  ///< the vendor's name, for display
    /// peak[precision][unit], absent if the unit does not support the format.
    std::array<std::array<std::optional<FlopRate>, unit_count>, precision_count> peak{};
    int multiprocessors = 1;  ///< or compute units; 1: unknown
    Bytes memory{};
    Bandwidth memory_bandwidth{};
    Watts tdp{};  ///< per schedulable device
    Watts idle{};
    Watts training{};  ///< measured or estimated power during training at full load
    Achievable achievable{};

    [[nodiscard]] std::optional<FlopRate> peak_of(Precision precision, Unit unit) const {
        return peak[static_cast<std::size_t>(precision)][static_cast<std::size_t>(unit)];
    }
};

}  // namespace clustersim
