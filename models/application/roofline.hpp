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

/// Bytes of a number outside FP8 products.
Bytes activation_size(Precision precision);

/// One kind of work of a step: arithmetic on one unit, memory traffic, number of kernels.
struct KernelWork {
    Flop flop{};
    Bytes traffic{};
    double kernels = 0.0;

    friend KernelWork operator+(KernelWork a, KernelWork const& b) {
        a.flop += b.flop;
        a.traffic += b.traffic;
        a.kernels += b.kernels;
        return a;
    }
    friend KernelWork operator*(KernelWork a, double times) {
        a.flop *= times;
        a.traffic *= times;
        a.kernels *= times;
        return a;
    }
};

/// The ceilings of one device for one precision: measured rates of real kernels, not the data
/// sheet.
struct Roofline {
    FlopRate matrix{};           ///< GEMM and convolution
    FlopRate attention{};        ///< fused attention, forward, heads of 128
    FlopRate attention_tuned{};  ///< the same with the library written for the device
    double units = 1.0;          ///< multiprocessors that compute the tiles of a product
    FlopRate vector{};           ///< element-wise, normalisation, softmax
    Bandwidth memory{};
    Duration launch{};  ///< fixed cost of one kernel
    bool matrix_unit =
        false;  ///< whether `matrix` is a matrix unit, not the vector unit as a substitute
    FlopRate matrix_peak{};  ///< data-sheet peak of that unit: the denominator of MFU
};

/// The ceilings of a layer: products at the plan's precision; everything else of FP8 training in 16
/// bits.
struct DeviceCeilings {
    Roofline products;
    Roofline rest;
};

/// None if the device has no unit for the precision. FP32 GEMMs use the FP32 matrix unit if there
/// is one (MI250X), else the vector unit; TF32 is its own precision.
std::optional<Roofline> roofline_of(Accelerator const& accelerator, Precision precision);

/// The ceilings of whole steps under this power limit: one clock drives products and attention, so that both lose what
/// sustained_rate takes from products.
Roofline
sustained(Roofline ceilings, Accelerator const& accelerator, Precision precision, Watts allowed);

/// max(flop / ceiling, traffic / bandwidth) + kernels x launch, per unit.
Duration vector_time(KernelWork const& work, Roofline const& roofline);

}  // namespace clustersim
