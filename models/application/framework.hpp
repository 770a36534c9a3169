// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

namespace clustersim {

/// What training software makes of the hardware: the few global constants of the step-time model.
/// The values of a run stand in the application's file, each with its source.
struct Framework {
    double gradient_overlap = 0.0;  ///< share of a backward pass that can hide gradient traffic
    Bytes gradient_bucket{};        ///< gradients reduced by one collective
    Duration step_overhead{};       ///< per step: logging, loss and gradient-norm synchronisation
    Duration host_per_kernel{};     ///< host time behind one kernel: the pace of small models
    double tensor_overlap = 0.0;    ///< share of tensor-parallel traffic hidden behind products
    double parameter_overlap =
        0.0;                       ///< share of compute that can hide gathering sharded parameters
    double gemm_share = 1.0;       ///< products of a training step over the best large GEMM
    double attention_share = 1.0;  ///< fused attention over the best large GEMM
    double convolution_share = 1.0;  ///< convolutions on a matrix unit over the best large GEMM
    Bytes reserve{};              ///< device memory taken by context, libraries and fragmentation
    double compute_spread = 0.0;  ///< relative uncertainty of the achieved compute ceilings
    double network_spread = 0.0;  ///< relative uncertainty of the achieved bandwidths
};

}  // namespace clustersim
