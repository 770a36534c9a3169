// SPDX-License-Identifier: Apache-2.0
//
// Time of one training step.
//
// Equation. With m micro-batches and p stages under 1F1B:
//   T = m (t_stage + t_tp + t_p2p) + (p - 1) (t_stage + t_tp + t_p2p) + T_dp + T_opt + T_host
//   t_stage = max(roofline time of the stage's kernels, kernels x host time to issue one)
//   T_dp    = max(traffic - overlap x backward, one bucket), once for gradients and, with the
//             distributed optimizer, once for weights against the forward pass
//   T_opt   = bytes of the optimizer's pass / memory bandwidth
// Source. Narayanan et al., SC21, section 2 (pipeline, bubble (p-1)/m) and 3.2; Li et al., "PyTorch
// Distributed", VLDB 2020, for bucketed overlap; Rajbhandari et al., SC20, for the ZeRO stage 1 traffic.
// Domain. Homogeneous devices, a quiet machine: no stragglers, no contention with other jobs. One
// pipeline stage is as slow as the slowest; the last one also computes the logits.
#include "models/application/step_time.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

/// Time of some kernels, at the pace of the device or of the host that feeds it.
struct Paced {
    Duration time{};
    Duration busy{};  ///< of it the device runs kernels

    friend Paced operator+(Paced a, Paced const& b) { return {a.time + b.time, a.busy + b.busy}; }
    friend Paced operator*(double times, Paced const& a) {
        return {times * a.time, times * a.busy};
    }
};

Paced paced(Duration device, double kernels, StepContext const& context) {
    return {std::max(device, context.framework.host_per_kernel * kernels), device};
}

Paced pass_time(DeviceWork const& work, StepContext const& context) {
    Roofline gemm = context.roofline;
    gemm.matrix *= context.framework.gemm_share;
    Roofline attention = context.roofline;
    attention.matrix *= context.framework.attention_share;
    Duration const device = matrix_time(work.gemm, gemm) + matrix_time(work.weight_gradient, gemm) +
                            matrix_time(work.attention, attention) +
                            vector_time(work.vector, context.roofline);
    return paced(device, work.kernels(), context);
}

/// Traffic of one collective kind over a buffer that is cut into buckets.
struct Bucketed {
    Duration total{};
    Duration one{};  ///< the last bucket, which nothing can hide
};

template <class Collective>
Bucketed bucketed(Bytes size, StepContext const& context, Collective collective) {
    if (size.si() <= 0.0) return {};
    double const bucket = context.framework.gradient_bucket.si();
    double const count = bucket > 0.0 ? std::max(1.0, std::ceil(size.si() / bucket)) : 1.0;
    Duration const one = collective(size / count);
    return {one * count, one};
}

Duration exposed(Bucketed const& traffic, Duration window) {
    return std::max(traffic.total - window, traffic.one);
}

/// The data-parallel group of a device: `tensor` ranks lie innermost, replicas next.
Group data_group(Plan const& plan, int devices_per_node) {
    Group group;
    group.members = plan.data;
    group.per_node = std::clamp(devices_per_node / plan.tensor, 1, plan.data);
    group.sharing = std::max(1, std::min(devices_per_node, plan.devices()) / group.per_node);
    return group;
}

/// Bytes that one optimizer step moves per parameter it owns.
double adam_traffic(Precision precision) {
    // Master weight, two moments: read and write; gradient: read for its norm and for the update;
    // half-precision weight: write.
    double const gradient = 2.0 * gradient_size(precision).si();
    return 24.0 + gradient + (size_of(precision).si() < 4.0 ? 2.0 : 0.0);
}
constexpr double sgd_traffic = 20.0;  // weight and momentum: read and write; gradient: read

Paced optimizer_time(double parameters_owned,
                     double bytes_per_parameter,
                     StepContext const& context) {
    // Multi-tensor updates take a handful of kernels whatever the number of tensors.
    constexpr double kernels = 10.0;
    Duration const device =
        bytes(parameters_owned * bytes_per_parameter) / context.roofline.memory +
        kernels * context.roofline.launch;
    return paced(device, kernels, context);
}

/// Fills in the sum, the rates and the interval.
void finish(StepTime& step, Plan const& plan, StepContext const& context) {
    step.total = step.compute + step.tp_comm + step.pp_comm + step.bubble + step.dp_exposed +
                 step.optimizer + step.overhead;
    double const devices = plan.devices();
    step.per_gpu = step.model_flop / step.total / devices;
    step.mfu = step.per_gpu / context.roofline.matrix_peak;
    step.hfu = step.hardware_flop / step.total / devices / context.roofline.matrix_peak;
    step.samples_per_second = plan.global_batch() / step.total.si();
    // Compute ceilings err together, so do bandwidths; the two are independent.
    Duration const busy = step.compute + step.bubble + step.optimizer + step.overhead;
    Duration const network = step.tp_comm + step.pp_comm + step.dp_exposed;
    double const spread = std::hypot(busy.si() * context.framework.compute_spread,
                                     network.si() * context.framework.network_spread);
    step.low = step.total - seconds(std::min(spread, step.total.si()));
    step.high = step.total + seconds(spread);
}

/// Times of one micro-batch on one stage.
struct StageTimes {
    Paced forward;       ///< of a stage without logits
    Paced backward;      ///< with recomputation
    Paced logits;        ///< both passes, on the last stage only
    Duration tensor{};   ///< tensor-parallel collectives of both passes
    Duration message{};  ///< to the next stage and back
};

StageTimes stage_times(Transformer const& model, Plan const& plan, StepContext const& context) {
    double const layers = static_cast<double>(model.layers) / plan.pipeline;
    DeviceWork const forward = layer_forward(model, plan);
    StageTimes times;
    Paced const forward_layer = pass_time(forward, context);
    Paced again;
    if (plan.recompute == Recompute::full) again = forward_layer;
    if (plan.recompute == Recompute::selective) {
        DeviceWork attention;
        attention.attention = forward.attention;
        again = pass_time(attention, context);
    }
    times.forward = layers * forward_layer;
    times.backward = layers * (pass_time(layer_backward(model, plan), context) + again);
    times.logits = pass_time(logits_forward(model, plan), context) +
                   pass_time(logits_backward(model, plan), context);

    Bytes const activation =
        static_cast<double>(plan.micro_batch) * model.sequence * model.hidden *
        size_of(plan.precision == Precision::fp8 ? Precision::bf16 : plan.precision);
    Group const tensor{plan.tensor, plan.tensor, 1};
    // Two all-reduces a pass, or with sequence parallelism the same bytes as gathers and scatters.
    double const passes = plan.recompute == Recompute::full ? 3.0 : 2.0;
    times.tensor = layers * passes * 2.0 * all_reduce(activation, tensor, context.network);
    if (plan.pipeline > 1) {
        bool const same_node = plan.devices() <= context.devices_per_node;
        Bytes const message =
            activation / (plan.sequence_parallel ? static_cast<double>(plan.tensor) : 1.0);
        int const sharing = std::min(context.devices_per_node, plan.devices());
        times.message = 2.0 * send(message, same_node, sharing, context.network);
    }
    return times;
}

Duration gradient_traffic(Transformer const& model,
                          Plan const& plan,
                          StageTimes const& times,
                          StepContext const& context,
                          double parameters_held) {
    Bytes const gradients = parameters_held * gradient_size(plan.precision);
    Group const group = data_group(plan, context.devices_per_node);
    double const overlap = context.framework.gradient_overlap;
    Duration time{};
    if (plan.data > 1 && plan.sharding != Sharding::none) {
        auto const scatter = bucketed(gradients, context, [&](Bytes size) {
            return reduce_scatter(size, group, context.network);
        });
        auto const gather =
            bucketed(parameters_held * size_of(plan.precision), context, [&](Bytes size) {
                return all_gather(size, group, context.network);
            });
        time = exposed(scatter, overlap * times.backward.time) +
               exposed(gather, overlap * times.forward.time);
    } else if (plan.data > 1) {
        auto const reduce = bucketed(gradients, context, [&](Bytes size) {
            return all_reduce(size, group, context.network);
        });
        time = exposed(reduce, overlap * times.backward.time);
    }
    if (plan.pipeline > 1 && model.tied_embeddings) {
        // First and last stage hold one table each and sum its gradient after everything else.
        double const table =
            static_cast<double>(model.padded_vocabulary(plan.tensor)) * model.hidden / plan.tensor;
        bool const same_node = plan.devices() <= context.devices_per_node;
        Group const pair{2,
                         same_node ? 2 : 1,
                         std::min(context.devices_per_node, plan.devices() / plan.pipeline)};
        time += all_reduce(table * gradient_size(plan.precision), pair, context.network);
    }
    return time;
}

}  // namespace

StepTime step_time(Transformer const& model, Plan const& plan, StepContext const& context) {
    StageTimes const times = stage_times(model, plan, context);
    double const micro_batches = plan.accumulation;
    double const others = plan.pipeline - 1.0;
    // With several stages no device holds more than one of two tables.
    double const tables = embedding_parameters(model, plan.tensor) *
                          (plan.pipeline > 1 && !model.tied_embeddings ? 0.5 : 1.0);
    double const held =
        (layer_parameters(model) * model.layers / plan.pipeline + tables) / plan.tensor;

    StepTime step;
    Paced const compute = micro_batches * (times.forward + times.backward + times.logits);
    Paced const update =
        optimizer_time(held / (plan.sharding != Sharding::none ? plan.shards() : 1.0),
                       adam_traffic(plan.precision),
                       context);
    step.compute = compute.time;
    step.optimizer = update.time;
    step.busy = compute.busy + update.busy;
    step.tp_comm = micro_batches * times.tensor;
    step.pp_comm = micro_batches * times.message;
    step.bubble =
        others * (times.forward.time + times.backward.time + times.tensor + times.message);
    step.dp_exposed = gradient_traffic(model, plan, times, context, held);
    step.overhead = context.framework.step_overhead;
    step.model_flop = plan.global_batch() * model_flop(model);
    step.hardware_flop = plan.global_batch() * hardware_flop(model, plan.recompute);
    step.memory = memory_use(model, plan, context.framework);
    finish(step, plan, context);
    step.tokens_per_second = step.samples_per_second * model.sequence;
    return step;
}

StepTime step_time(Cnn const& model, Plan const& plan, StepContext const& context) {
    Roofline roofline = context.roofline;
    if (roofline.matrix_unit) roofline.matrix *= context.framework.convolution_share;
    // The host runs ahead of large layers, so that its pace counts over a whole pass.
    auto const pass = [&](auto const& work_of) {
        Duration device{};
        double kernels = 0.0;
        for (ConvLayer const& layer : model.layers) {
            ConvWork const work = work_of(layer, plan.micro_batch, plan.precision);
            device += layer.repeat * (matrix_time(work.convolution, roofline) +
                                      vector_time(work.vector, roofline));
            kernels += layer.repeat * (work.convolution.kernels + work.vector.kernels);
        }
        return paced(device, kernels, context);
    };
    Paced const backward = pass(conv_backward);
    Paced const compute = static_cast<double>(plan.accumulation) * (pass(conv_forward) + backward);
    double const count = parameters(model);
    Paced const update = optimizer_time(count, sgd_traffic, context);
    StepTime step;
    step.compute = compute.time;
    step.optimizer = update.time;
    step.busy = compute.busy + update.busy;
    if (plan.data > 1) {
        // Autocast keeps FP32 weights, so gradients travel in FP32 whatever the precision.
        Group const group = data_group(plan, context.devices_per_node);
        auto const reduce = bucketed(bytes(4.0 * count), context, [&](Bytes size) {
            return all_reduce(size, group, context.network);
        });
        step.dp_exposed = exposed(reduce, context.framework.gradient_overlap * backward.time);
    }
    step.overhead = context.framework.step_overhead;
    step.model_flop = plan.global_batch() * model_flop(model);
    step.hardware_flop = step.model_flop;
    step.memory = memory_use(model, plan, context.framework);
    finish(step, plan, context);
    return step;
}

}  // namespace clustersim
