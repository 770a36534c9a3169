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

#include "models/application/stages.hpp"
#include "models/application/traffic.hpp"

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
    Duration const busy = device / context.framework.kernel_share;
    return {std::max(busy, context.framework.host_per_kernel * kernels), busy};
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
    step.total = step.compute + step.tp_comm + step.cp_comm + step.ep_comm + step.pp_comm +
                 step.bubble + step.dp_exposed + step.optimizer + step.overhead;
    double const devices = plan.devices();
    step.per_gpu = step.model_flop / step.total / devices;
    step.mfu = step.per_gpu / context.roofline.matrix_peak;
    step.hfu = step.hardware_flop / step.total / devices / context.roofline.matrix_peak;
    step.samples_per_second = plan.global_batch() / step.total.si();
    // Compute ceilings err together, so do bandwidths; the two are independent.
    Duration const busy = step.compute + step.bubble + step.optimizer + step.overhead;
    Duration const network =
        step.tp_comm + step.cp_comm + step.ep_comm + step.pp_comm + step.dp_exposed;
    double const spread = std::hypot(busy.si() * context.framework.compute_spread,
                                     network.si() * context.framework.network_spread);
    step.low = step.total - seconds(std::min(spread, step.total.si()));
    step.high = step.total + seconds(spread);
}

/// One micro-batch in one layer, with what the device waits for.
struct LayerStep {
    Paced forward;
    Paced backward;     ///< with recomputation
    Paced again;        ///< of it the recomputation
    Duration tensor{};  ///< exposed, both passes
    Duration context{};
    Duration expert{};

    [[nodiscard]] Duration waits() const { return tensor + context + expert; }
};

/// What is left of traffic that runs beside `window` of kernels.
Duration left_of(Duration traffic, Duration window, double cost) {
    Duration const hidden = std::min(traffic, window);
    return traffic - hidden * (1.0 - cost);
}

LayerStep layer_step(Transformer const& model, Plan const& plan, StepContext const& context) {
    Framework const& framework = context.framework;
    LayerTime const kernels = layer_time(model, plan, {context.roofline, context.rest}, framework);
    LayerTraffic const traffic =
        layer_traffic(model, plan, context.network, context.devices_per_node);
    double const attention_back = 2.0;
    LayerStep step;
    KernelTime again;
    double repeated = 0.0;
    if (plan.recompute == Recompute::full) {
        again = kernels.forward;
        repeated = 1.0;
    }
    if (plan.recompute == Recompute::selective && !model.fused_attention) again = kernels.attention;
    step.forward = paced(kernels.forward.time, kernels.forward.kernels, context);
    step.again = paced(again.time, again.kernels, context);
    step.backward = paced(kernels.backward.time, kernels.backward.kernels, context) + step.again;

    Duration const tensor = (2.0 + repeated) * traffic.tensor;
    step.tensor = tensor * (1.0 - framework.tensor_overlap * (1.0 - framework.overlap_cost));
    if (plan.context > 1) {
        double const cost = framework.overlap_cost;
        Duration const attention = kernels.attention.time;
        step.context = (1.0 + repeated) * left_of(traffic.context, attention, cost) +
                       left_of(2.0 * traffic.context, attention_back * attention, cost);
    }
    step.expert = (2.0 + repeated) * traffic.expert;
    // A host that cannot keep up leaves the device time to communicate.
    Duration const idle =
        (step.forward.time - step.forward.busy) + (step.backward.time - step.backward.busy);
    step.tensor = std::max(Duration{}, step.tensor - idle);
    return step;
}

/// The replicas that share a state, and those that each hold the same part of it.
Group shard_group(Group replicas, Plan const& plan) {
    int const shards = std::min(plan.shards(), replicas.members);
    if (shards == replicas.members) return replicas;
    Group group = replicas;
    group.members = shards;
    group.per_node = std::min(replicas.per_node, shards);
    group.sharing = std::max(1, replicas.sharing * replicas.per_node / group.per_node);
    return group;
}

/// Gradient traffic of states that are whole on every device or split after the step, once a step.
Duration reduce_once(double parameters,
                     Group const& group,
                     Plan const& plan,
                     Paced const& forward,
                     Paced const& backward,
                     StepContext const& context) {
    if (group.members <= 1 || parameters <= 0.0) return {};
    Framework const& framework = context.framework;
    Bytes const gradients = parameters * gradient_bytes(plan, framework);
    Bytes const weights = parameters * activation_size(plan.precision);
    double const overlap = framework.gradient_overlap;
    auto const shown = [&](Collective collective, Bytes size, Duration window) {
        Bucketed const traffic =
            bucketed(collective, size, framework.gradient_bucket, group, context.network);
        return std::max(left_of(traffic.total, window, framework.overlap_cost), traffic.one);
    };
    if (plan.sharding == Sharding::none) {
        return shown(Collective::all_reduce, gradients, overlap * backward.time);
    }
    return shown(Collective::reduce_scatter, gradients, overlap * backward.time) +
           shown(Collective::all_gather, weights, overlap * forward.time);
}

/// Traffic of states that are split all the time: gathered layer by layer, gradients scattered likewise.
Duration gather_always(Held const& held,
                       Plan const& plan,
                       Paced const& forward,
                       Paced const& backward,
                       StepContext const& context) {
    Framework const& framework = context.framework;
    Group const replicas = replica_group(plan, context.devices_per_node);
    Group const group = shard_group(replicas, plan);
    if (replicas.members <= 1) return {};
    double const layers = std::max(1.0, held.layers);
    Bytes const layer = held.all() / layers * activation_size(plan.precision);
    Bytes const gradients = held.all() / layers * gradient_bytes(plan, framework);
    double const share = framework.sharded_share;
    Duration const gather = all_gather(layer, group, context.network) / share;
    Duration const scatter = reduce_scatter(gradients, group, context.network) / share;
    double const gathers_back = plan.sharding == Sharding::parameters ? 1.0 : 0.0;
    double const reach = framework.parameter_overlap;
    // The first gathering and the last scattering have nothing to hide behind.
    auto const shown = [&](Duration one, Duration window) {
        return one + left_of((layers - 1.0) * one, reach * window, framework.overlap_cost);
    };
    Duration time = plan.accumulation * (shown(gather, forward.time) +
                                         shown(gathers_back * gather + scatter, backward.time));
    if (group.members < replicas.members) {
        Group across = replicas;
        across.members = replicas.members / group.members;
        across.per_node = std::max(1, replicas.per_node / group.members);
        across.sharing = std::max(1, replicas.sharing * replicas.per_node / across.per_node);
        time += layers * all_reduce(gradients / group.members, across, context.network);
    }
    return time;
}

Duration table_traffic(Transformer const& model, Plan const& plan, StepContext const& context) {
    if (plan.pipeline <= 1 || !model.tied_embeddings) return {};
    // First and last stage hold one table each and sum its gradient after everything else.
    double const table =
        static_cast<double>(model.padded_vocabulary(plan.tensor)) * model.hidden / plan.tensor;
    bool const same_node = stages_share_node(plan, context.devices_per_node);
    Group const pair{
        2,
        same_node ? 2 : 1,
        std::max(1, std::min(context.devices_per_node, plan.devices() / plan.pipeline))};
    return all_reduce(table * gradient_bytes(plan, context.framework), pair, context.network);
}

double optimizer_shards(Plan const& plan) {
    return plan.sharding != Sharding::none ? plan.shards() : 1.0;
}

/// A convolution's product. On vector units 3 x 3 windows of stride 1 run by Winograd's algorithm.
Duration convolution_time(Product product,
                          Bytes traffic,
                          ConvLayer const& layer,
                          StepContext const& context) {
    if (product.copies <= 0.0) return {};
    constexpr double winograd = 1.8;  // of 2.25 multiplications saved, after its transforms
    Roofline const& roofline = context.roofline;
    if (!roofline.matrix_unit) {
        if (layer.kernel == 3 && layer.stride == 1) product.copies /= winograd;
        return product_time(product, traffic, roofline);
    }
    Duration time = product_time(product, traffic, roofline);
    if (!context.framework.channels_last) time += traffic / roofline.memory;
    return time;
}

}  // namespace

StepTime step_time(Transformer const& model, Plan const& plan, StepContext const& context) {
    LayerStep const layer = layer_step(model, plan, context);
    StageLayers const stages = stage_layers(model, plan);
    KernelTime const head_kernels = logits_time(model, plan, {context.roofline, context.rest});
    Paced const logits = paced(head_kernels.time, head_kernels.kernels, context);
    double const m = plan.accumulation;
    double const p = plan.pipeline;
    Duration const message = stage_message(model, plan, context.network, context.devices_per_node) *
                             (1.0 - context.framework.stage_overlap);
    Duration const exchange = 2.0 * plan.virtual_stages * message;

    Paced const passes = layer.forward + layer.backward;
    bool const last_slowest = stages.last * (passes.time + layer.waits()) + logits.time >=
                              stages.most * (passes.time + layer.waits());
    double const slow_layers = last_slowest ? stages.last : stages.most;
    Held const held = held_by(model, plan);
    Duration const summing = held.all() * context.framework.accumulation / context.roofline.memory;
    Paced const slow =
        slow_layers * passes + (last_slowest ? 1.0 : 0.0) * logits + Paced{summing, summing};
    Duration const slow_all = slow.time + slow_layers * layer.waits() + exchange;
    Duration const one_each = static_cast<double>(model.depth()) * (passes.time + layer.waits()) +
                              logits.time + p * exchange;

    StepTime step;
    step.compute = m * slow.time;
    step.recompute = m * slow_layers * layer.again.time;
    step.tp_comm = m * slow_layers * layer.tensor;
    step.cp_comm = m * slow_layers * layer.context;
    step.ep_comm = m * slow_layers * layer.expert;
    step.pp_comm = m * exchange;
    step.bubble = std::max(Duration{}, one_each - slow_all) / plan.virtual_stages;

    Paced const forward = stages.most * layer.forward;
    Paced const backward = stages.most * layer.backward;
    if (plan.sharding == Sharding::gradients || plan.sharding == Sharding::parameters) {
        step.dp_exposed = gather_always(held, plan, forward, backward, context);
    } else {
        Group const replicas = replica_group(plan, context.devices_per_node);
        Group const expert_replicas = expert_replica_group(plan, context.devices_per_node);
        step.dp_exposed =
            reduce_once(held.dense, replicas, plan, forward, backward, context) +
            reduce_once(held.expert, expert_replicas, plan, forward, backward, context);
    }
    step.dp_exposed += table_traffic(model, plan, context);
    Paced const update =
        optimizer_time(held.all() / optimizer_shards(plan), adam_traffic(plan.precision), context);
    step.optimizer = update.time;
    step.busy = m * slow.busy + update.busy;
    step.overhead = context.framework.step_overhead;
    step.model_flop = plan.global_batch() * model_flop(model);
    step.hardware_flop = plan.global_batch() * hardware_flop(model, plan.recompute);
    step.memory = memory_use(model, plan, context.framework);
    finish(step, plan, context);
    step.tokens_per_second = step.samples_per_second * model.sequence;
    return step;
}

StepTime step_time(Cnn const& model, Plan const& plan, StepContext const& context) {
    Roofline const& roofline = context.roofline;
    double const share = context.framework.elementwise_share;
    // The host runs ahead of large layers, so that its pace counts over a whole pass.
    auto const pass = [&](auto const& work_of) {
        Duration device{};
        double kernels = 0.0;
        for (ConvLayer const& layer : model.layers) {
            ConvWork const work = work_of(layer, plan.micro_batch, plan.precision);
            Duration products{};
            for (std::size_t i = 0; i < work.products.size(); ++i) {
                products += convolution_time(work.products[i], work.traffic[i], layer, context);
            }
            device += layer.repeat * (products + share * vector_time(work.vector, roofline));
            kernels += layer.repeat * work.kernels();
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
        Framework const& framework = context.framework;
        Bucketed const reduce = bucketed(Collective::all_reduce,
                                         bytes(4.0 * count),
                                         framework.gradient_bucket,
                                         replica_group(plan, context.devices_per_node),
                                         context.network);
        step.dp_exposed = std::max(left_of(reduce.total,
                                           framework.gradient_overlap * backward.time,
                                           framework.overlap_cost),
                                   reduce.one);
    }
    step.overhead = context.framework.step_overhead;
    step.model_flop = plan.global_batch() * model_flop(model);
    step.hardware_flop = step.model_flop;
    step.memory = memory_use(model, plan, context.framework);
    finish(step, plan, context);
    return step;
}

StepTime delayed(StepTime step, Duration waiting) {
    double const slower = step.total / (step.total + waiting);
    step.total += waiting;
    step.waiting += waiting;
    step.low += waiting;
    step.high += waiting;
    step.per_gpu *= slower;
    step.mfu *= slower;
    step.hfu *= slower;
    step.samples_per_second *= slower;
    step.tokens_per_second *= slower;
    return step;
}

}  // namespace clustersim
