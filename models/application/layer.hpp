// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/kernel.hpp"
#include "models/application/kernel_time.hpp"
#include "models/application/plan.hpp"
#include "models/application/roofline.hpp"
#include "models/application/transformer.hpp"
#include "sim/core/quantity.hpp"

#include <vector>

namespace clustersim {

/// A layer of a device, in the terms of its kernels.
struct Layer {
    Transformer const& model;
    Plan const& plan;
    DeviceCeilings const& ceilings;
    double tokens = 0.0;  ///< of a micro-batch on this device
    double tensor = 1.0;
    double outside = 1.0;  ///< divisor of what only sequence parallelism divides
    Bytes number{};
    bool narrow = false;           ///< products in FP8 or FP4
    bool frozen = false;           ///< weights do not change and need no gradients
    bool unpacked = false;         ///< products read copies of frozen weights, made for each pass
    bool separate_biases = false;  ///< added by kernels of their own
    double sum_width = 1.0;        ///< bytes of a number in norms and sums over `number`
    bool operators = false;        ///< each is a kernel (Framework::separate_operators)
    bool wide_weights = false;     ///< cast for each pass
    bool copies_travel = false;    ///< each copy of a token is sent to its expert by itself
    /// Records the kernels that are timed, if they are requested.
    std::vector<Kernel>* noted = nullptr;

    /// The precision of what is not a product.
    [[nodiscard]] Precision rest() const;
};

/// Records a kernel, if kernels are requested.
void note(Layer const& layer, Kernel const& kernel);

/// The bytes of `numbers_per_token` numbers for every token.
Bytes moved_by(Layer const& layer, double numbers_per_token);

/// Time to move `numbers_per_token` numbers for every token through memory.
Duration stream(Layer const& layer, double numbers_per_token);

/// Element-wise kernels that move `numbers_per_token` numbers for every token.
KernelTime elementwise_kernels(Layer const& layer, double numbers_per_token, double kernels);

}  // namespace clustersim
