// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/accelerator.hpp"
#include "sim/core/quantity.hpp"

#include <optional>
#include <string_view>

namespace clustersim {

std::string_view name_of(Precision precision);

/// Bytes of one number.
Bytes size_of(Precision precision);

/// One kind of work of a step: so much arithmetic on one unit, so much memory traffic, so many kernels.
struct Work {
    Flop flop{};
    Bytes traffic{};
    double kernels = 0.0;

    friend Work operator+(Work a, Work const& b) {
        a.flop += b.flop;
        a.traffic += b.traffic;
        a.kernels += b.kernels;
        return a;
    }
    friend Work operator*(Work a, double times) {
        a.flop *= times;
        a.traffic *= times;
        a.kernels *= times;
        return a;
    }
};

/// The ceilings of one device for one precision: what real kernels reach, not the data sheet.
struct Roofline {
    FlopRate matrix{};           ///< GEMM and convolution
    FlopRate attention{};        ///< fused attention, forward, heads of 128
    FlopRate attention_tuned{};  ///< the same by the library that is written for the device
    double units = 1.0;          ///< multiprocessors that tiles of a product are dealt to
    FlopRate vector{};           ///< element-wise, normalisation, softmax
    Bandwidth memory{};
    Duration launch{};         ///< fixed cost of one kernel
    bool matrix_unit = false;  ///< whether `matrix` is a matrix unit or the vector unit standing in
    FlopRate matrix_peak{};    ///< data-sheet peak behind `matrix`: the denominator of MFU
};

/// None when the device has no unit for the precision. FP32 GEMMs use the FP32 matrix unit where
/// there is one (MI250X) and the vector unit elsewhere; TF32 is its own precision.
std::optional<Roofline> roofline_of(Accelerator const& accelerator, Precision precision);

/// max(flop / ceiling, traffic / bandwidth) + kernels x launch, per unit.
Duration vector_time(Work const& work, Roofline const& roofline);

}  // namespace clustersim
