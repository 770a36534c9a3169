// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/host_settings.hpp"
#include "sim/core/quantity.hpp"

#include <optional>

namespace clustersim {

/// The share of a device's memory that a chosen plan leaves, for software whose file gives none; that of
/// workloads/frameworks/megatron-core.yaml, with its source.
inline constexpr double usual_memory_margin = 0.1;

/// The parts of a plan that training software offers. Software whose file does not say is taken to offer all.
struct PlanFeatures {
    bool tensor = true;    ///< tensor parallelism
    bool pipeline = true;  ///< pipeline parallelism
    bool interleave = true;
    bool uneven_stages = true;  ///< embedding and logits count as layers when stages are cut
    bool context = true;
    bool expert = true;
    bool selective_recompute = true;
    bool operator_recompute = false;  ///< only software whose file says so
    int zero = 3;                     ///< the highest ZeRO stage
    bool shard = true;                ///< states shared within a node only (hybrid FSDP)
};

/// What pilot runs of an application on one machine say about its predicted steps.
struct PilotFactors {
    double compute = 1.0;  ///< on everything that a device does for itself
    double network = 1.0;  ///< on communication that is not hidden
    Duration overhead{};   ///< added to every step
    double spread = 0.0;   ///< half of the range of a further run, relative
};

/// The gradients that one collective reduces: the largest of the sizes given. If none is, all of a device's gradients.
struct GradientBucket {
    Bytes size{};
    double gradients = 0.0;
    double gradients_per_replica = 0.0;
    bool counts_context = false;  ///< devices that share a sample count as replicas there
    double layers = 0.0;
    /// Gradients are copied into a flat bucket, which is reduced once it has more than `gradients` of them. Else buckets
    /// are parts of the memory of the gradients.
    bool copies = false;
};

/// How training software uses the hardware: the few global constants of the step-time model. The
/// application's file gives the values of a run, each with its source.
struct Framework {
    double gradient_overlap = 0.0;  ///< share of a backward pass that can hide gradient traffic
    GradientBucket bucket;
    /// The pieces of interleaved stages reduce their gradients at times common to all stages, so that nothing hides the
    /// reduction of the last piece.
    bool aligned_reduction = false;
    /// Weights are gathered when a piece of a stage is first used: a stage waits for its own when the first micro-batch
    /// comes. Else they are gathered ahead.
    bool gather_on_use = false;
    Bytes gradient{};  ///< size of one gradient on the network; 0: as the precision has it
    Bytes
        accumulation{};  ///< memory traffic per micro-batch to add up a gradient outside the products
    double elementwise_share =
        1.0;  ///< share of element-wise traffic of a network that fusing leaves
    /// Kernels per step for each tensor of a network's weights, whatever the batch: casts, checks for
    /// overflow, weight decay, momentum, moving averages. 0 if a few kernels do this for all tensors.
    double tensor_kernels = 0.0;
    bool channels_last =
        true;  ///< images in the layout of matrix units; else transposed around each convolution
    double stage_overlap =
        0.0;  ///< share of messages between interleaved stages that micro-batches hide
    double overlap_cost =
        0.0;  ///< share of hidden traffic that slows down the kernels running at the same time
    Duration step_overhead{};  ///< per step: logging, loss and gradient-norm synchronisation
    /// Host time to issue a kernel that is not recorded: the pace of small models.
    Duration host_per_kernel{};
    /// Host time for kernels on routed tokens. `routed_host`: to issue one kernel. `routed_wait`: before the first
    /// kernel of a forward pass, twice that of a backward pass, because the host must know how many tokens each
    /// expert gets. `router_wait`: the same for the kernels of a router that is not fused.
    Duration routed_host{};
    Duration routed_wait{};
    Duration router_wait{};
    /// What plans have unless they say otherwise.
    HostSettings host{Graphs::none, Dispatch::alltoall, ExpertRouter::fused};
    double tensor_overlap = 0.0;  ///< share of tensor-parallel traffic that products hide
    double parameter_overlap =
        0.0;  ///< share of compute that can hide gathering sharded parameters
    /// Speed of kernels in a training step over the same kernels alone: gaps, clocks, the slowest of many
    /// devices.
    double kernel_share = 1.0;
    /// Replicas of sharded states sum their gradients after each backward pass; else after the last one of a step.
    bool sums_each_pass = false;
    double sharded_share = 1.0;  ///< rate of collectives of sharded parameters over that of others
    double gathers = 1.0;        ///< collectives that gather the sharded parameters of one layer
    double attention_share = 1.0;  ///< rate of fused attention over FlashAttention-2
    bool tuned_attention = false;  ///< uses the library written for the device if it is faster
    /// Kernels that other software fuses: casts, scale and softmax of attention that is not fused, in FP32 each; biases
    /// of queries, keys and values and of the inner map.
    bool separate_softmax = false;
    bool separate_biases = false;
    bool wide_sums = false;  ///< autocast: norms, residual sums and modulation in FP32
    /// Every operator of PyTorch is a kernel: norms in parts, positions, activations, maps of one input; see
    /// eager_kernels.hpp. Numbers in half precision only.
    bool separate_operators = false;
    /// Autocast over weights in FP32: these, and what maps read, are cast for each pass. Only with `separate_operators`,
    /// and where weights are not split.
    bool wide_weights = false;
    double expert_overlap = 0.0;  ///< share of experts' traffic that other work hides
    Bytes gradient_copy{};    ///< memory of a half-precision gradient in addition to its FP32 sum
    Bytes shard_gradient{};   ///< of the gradient in FP32, in addition to the optimizer's states
    Bytes optimizer_state{};  ///< of the optimizer for one parameter; 0: as the precision has it
    Bytes
        loss_traffic{};  ///< memory traffic of the loss for one logit; 0: as fused software has it
    Bytes logit{};  ///< memory of one while the loss is computed; 0: as Megatron's own loss has it
    Bytes
        divided_logit{};  ///< the same where the tensor group divides the vocabulary; 0: as `logit`
    double fragmentation = 0.0;  ///< memory that activations leave unusable, over their own
    Bytes reserve{};             ///< device memory taken by context, libraries and fragmentation
    double memory_margin = usual_memory_margin;  ///< share of a device that a chosen plan leaves
    /// Attention by products and a softmax, whatever the model's file says.
    bool plain_attention = false;
    double compute_spread = 0.0;  ///< relative uncertainty of the achieved compute ceilings
    double network_spread = 0.0;  ///< relative uncertainty of the achieved bandwidths
    std::optional<PilotFactors>
        pilot;            ///< of the application's own runs; its spread replaces the two above
    PlanFeatures offers;  ///< what a search for plans may use
    /// The host times of plans with these settings, and the settings.
    [[nodiscard]] Framework under(HostSettings settings) const;
};

}  // namespace clustersim
