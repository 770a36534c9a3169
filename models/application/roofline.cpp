// SPDX-License-Identifier: Apache-2.0
//
// Time of an operation under the roofline.
//
// Equation. t = max(flop / (peak x achievable), bytes / (bandwidth x achievable)) + kernels x launch.
// Source. Williams, Waterman, Patterson, "Roofline: an insightful visual performance model for
// multicore architectures", CACM 52(4), 2009; the cost of a launch makes small operations slow: on an
// A100, products of 1024^3 and 2048^3 in half precision both take about 10 us longer than the
// ceiling of large ones says (Azure AI benchmarking guide, ND A100 v4).
// Domain. Dense kernels near their best shapes. Near the ridge point real kernels reach neither
// ceiling; structured sparsity is not used.
#include "models/application/roofline.hpp"

#include "models/machine/power_limit.hpp"
#include "sim/core/enum_names.hpp"

#include <algorithm>
#include <array>

namespace clustersim {

std::string_view name_of(Precision precision) {
    return enum_name(precision);
}

Bytes size_of(Precision precision) {
    switch (precision) {
        case Precision::fp64: return bytes(8);
        case Precision::fp32:
        case Precision::tf32: return bytes(4);
        case Precision::fp16:
        case Precision::bf16: return bytes(2);
        case Precision::fp8:
        case Precision::int8: return bytes(1);
        case Precision::fp4: return bytes(0.5);
    }
    return bytes(4);
}

Bytes activation_size(Precision precision) {
    bool const narrow = precision == Precision::fp8 || precision == Precision::fp4;
    return size_of(narrow ? Precision::bf16 : precision);
}

std::optional<Roofline> roofline_of(Accelerator const& accelerator, Precision precision) {
    Achievable const& reach = accelerator.achievable;
    // Element-wise kernels of mixed-precision training compute in FP32 registers.
    bool const wide = precision == Precision::fp64;
    auto const vector_peak =
        accelerator.peak_of(wide ? Precision::fp64 : Precision::fp32, Unit::vector);
    if (!vector_peak) return std::nullopt;

    Roofline roofline;
    roofline.vector = *vector_peak * reach.vector;
    if (auto const peak = accelerator.peak_of(precision, Unit::matrix)) {
        roofline.matrix_peak = *peak;
        double const share = precision == Precision::fp8   ? reach.matrix_fp8
                             : precision == Precision::fp4 ? reach.matrix_fp4
                                                           : reach.matrix;
        roofline.matrix = *peak * share;
        roofline.matrix_unit = true;
    } else if (auto const plain = accelerator.peak_of(precision, Unit::vector)) {
        roofline.matrix_peak = *plain;
        roofline.matrix = *plain * reach.vector;
    } else {
        return std::nullopt;
    }
    roofline.attention = roofline.matrix_peak * reach.attention;
    roofline.attention_tuned = roofline.matrix_peak * reach.attention_tuned;
    roofline.units = accelerator.multiprocessors;
    roofline.memory = accelerator.memory_bandwidth * reach.memory;
    roofline.launch = reach.launch;
    return roofline;
}

Roofline
sustained(Roofline ceilings, Accelerator const& accelerator, Precision precision, Watts allowed) {
    FlopRate const rate = sustained_rate(accelerator, precision, allowed, ceilings.matrix);
    double const clock = rate / ceilings.matrix;
    ceilings.matrix = rate;
    ceilings.attention *= clock;
    ceilings.attention_tuned *= clock;
    return ceilings;
}

Duration vector_time(KernelWork const& work, Roofline const& roofline) {
    return std::max(work.flop / roofline.vector, work.traffic / roofline.memory) +
           roofline.launch * work.kernels;
}

}  // namespace clustersim
