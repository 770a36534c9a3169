// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/framework.hpp"
#include "models/application/kernel.hpp"
#include "models/application/kernel_time.hpp"
#include "models/application/plan.hpp"
#include "models/application/roofline.hpp"
#include "models/application/transformer.hpp"
#include "sim/core/quantity.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// One micro-batch in one layer of a device.
struct LayerTime {
    KernelTime forward;
    KernelTime backward;   ///< without recomputation
    KernelTime attention;  ///< of the forward pass: repeated by selective recomputation
    KernelTime operators;  ///< of the forward pass: repeated if operators are recomputed
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

/// The parts that layer_time() adds up. Records the distinct kernels in `noted`.
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

}  // namespace clustersim
