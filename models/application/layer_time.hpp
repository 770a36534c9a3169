// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/framework.hpp"
#include "models/application/kernel.hpp"
#include "models/application/plan.hpp"
#include "models/application/roofline.hpp"
#include "models/application/transformer.hpp"
#include "sim/core/quantity.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// Kernels of one device, without waiting times.
struct KernelTime {
    Duration time{};
    double kernels = 0.0;
    Flop flop{};      ///< that the model counts: of products, attention and scans
    Bytes traffic{};  ///< to and from memory

    friend KernelTime operator+(KernelTime a, KernelTime const& b) {
        return {a.time + b.time, a.kernels + b.kernels, a.flop + b.flop, a.traffic + b.traffic};
    }
    friend KernelTime operator*(double times, KernelTime const& a) {
        return {times * a.time, times * a.kernels, times * a.flop, times * a.traffic};
    }
};

/// The ceilings of a layer: products at the plan's precision; everything else of FP8 training in 16
/// bits.
struct DeviceCeilings {
    Roofline products;
    Roofline rest;
};

/// One micro-batch in one layer of a device.
struct LayerTime {
    KernelTime forward;
    KernelTime backward;   ///< without recomputation
    KernelTime attention;  ///< of the forward pass: repeated by selective recomputation
    KernelTime routed;     ///< of the forward pass: work on routed tokens
    KernelTime routed_back;
};

/// The mean layer, if only some layers have experts.
LayerTime layer_time(Transformer const& model,
                     Plan const& plan,
                     DeviceCeilings const& ceilings,
                     Framework const& framework);

/// The kernels of one kind in one micro-batch and the mean layer.
struct LayerPart {
    std::string name;
    KernelTime forward;
    KernelTime backward;
};

/// What layer_time() adds up. Takes the distinct kernels down in `noted`.
std::vector<LayerPart> layer_parts(Transformer const& model,
                                   Plan const& plan,
                                   DeviceCeilings const& ceilings,
                                   Framework const& framework,
                                   std::vector<Kernel>* noted = nullptr);

/// The logits and the loss, forward and backward.
KernelTime logits_time(Transformer const& model,
                       Plan const& plan,
                       DeviceCeilings const& ceilings,
                       Framework const& framework,
                       std::vector<Kernel>* noted = nullptr);

/// Bytes of a number outside FP8 products.
Bytes activation_size(Precision precision);

}  // namespace clustersim
