// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

namespace clustersim {

/// What training software makes of the hardware: the few global constants of the step-time model.
/// The values of a run stand in the application's file, each with its source.
struct Framework {
    double gradient_overlap = 0.0;  ///< share of a backward pass that can hide gradient traffic
    Bytes gradient_bucket{};        ///< gradients reduced by one collective
    Bytes gradient{};               ///< of one gradient on the network; 0: as the precision has it
    Bytes
        accumulation{};  ///< memory traffic to add up a gradient outside the products, each micro-batch
    double elementwise_share = 1.0;  ///< of element-wise traffic of a network, what fusing leaves
    /// Kernels a step for each tensor of a network's weights, whatever the batch: casts, checks for overflow,
    /// weight decay, momentum, moving averages. 0 where a few kernels do so for all tensors.
    double tensor_kernels = 0.0;
    bool channels_last =
        true;  ///< images as matrix units want them; else turned around each convolution
    double stage_overlap = 0.0;  ///< share of messages between stages hidden behind micro-batches
    double overlap_cost = 0.0;   ///< share of hidden traffic that slows the kernels it runs beside
    Duration step_overhead{};    ///< per step: logging, loss and gradient-norm synchronisation
    Duration host_per_kernel{};  ///< host time behind one kernel: the pace of small models
    /// Of kernels on tokens that are routed to experts: host time behind one, and of a forward pass before the first,
    /// twice that of a backward pass, as the host has to know how many tokens each expert gets.
    Duration routed_host{};
    Duration routed_wait{};
    double tensor_overlap = 0.0;  ///< share of tensor-parallel traffic hidden behind products
    double parameter_overlap =
        0.0;  ///< share of compute that can hide gathering sharded parameters
    /// Kernels of a training step over the same kernels alone: gaps, clocks, the slowest of many devices.
    double kernel_share = 1.0;
    double sharded_share = 1.0;  ///< rate of collectives of sharded parameters over that of others
    double gathers = 1.0;  ///< collectives by which the sharded parameters of a layer are gathered
    double attention_share = 1.0;  ///< fused attention over FlashAttention-2
    bool tuned_attention =
        false;  ///< by the library that is written for the device, where it is faster
    bool tokens_once =
        false;  ///< a token goes once to a node, whatever experts of it are to have it
    double expert_overlap = 0.0;  ///< share of experts' traffic hidden behind other work
    Bytes gradient_copy{};        ///< memory of a gradient in a second buffer or format
    Bytes shard_gradient{};       ///< and of the gradient in FP32 beside the optimizer's states
    double fragmentation = 0.0;   ///< memory that activations leave unusable, over theirs
    Bytes reserve{};              ///< device memory taken by context, libraries and fragmentation
    double compute_spread = 0.0;  ///< relative uncertainty of the achieved compute ceilings
    double network_spread = 0.0;  ///< relative uncertainty of the achieved bandwidths
};

}  // namespace clustersim
