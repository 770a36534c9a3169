// SPDX-License-Identifier: Apache-2.0
//
// Time of one training step.
//
// Equation. With m micro-batches and p stages under 1F1B:
//   T = m (t_stage + t_tp + t_p2p) + (p - 1) (t_stage + t_tp + t_p2p) + T_dp + T_opt + T_host
//   t_stage = max(roofline time of the stage's kernels, kernels x host time to issue one); what the second is longer
//             counts as waiting for the host
//   T_dp    = max(traffic - overlap x backward, one bucket), once for gradients and, with the
//             distributed optimizer, once for weights against the forward pass; both passes of one
//             micro-batch, or of p micro-batches if stages are interleaved
//   T_opt   = bytes of the optimizer's pass / memory bandwidth; paged states also cross the link to the host twice
// Source. Narayanan et al., SC21, section 2 (pipeline, bubble (p-1)/m) and 3.2; Li et al., "PyTorch
// Distributed", VLDB 2020, for bucketed overlap; Rajbhandari et al., SC20, for the ZeRO stage 1 traffic; NVIDIA NeMo user
// guide, communication overlap: with pipeline stages the data-parallel traffic is cut by virtual stage.
// If stages are uneven, the slowest sets t_stage; often this is the last one, because it computes the logits. The
// reported parts are those of the mean device, and its waiting for the slowest is idle time.
// Domain. Homogeneous devices and no other jobs: no stragglers, no contention.
#include "models/application/step_time.hpp"

#include "models/application/eager_kernels.hpp"
#include "models/application/layer_step.hpp"
#include "models/application/layer_traffic.hpp"
#include "models/application/network_time.hpp"
#include "models/application/stage_traffic.hpp"
#include "models/application/stages.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace clustersim {
namespace {

/// Bytes that one optimizer step moves per parameter it owns.
double adam_traffic(Plan const& plan, Framework const& framework) {
    // Master weight, two moments: read and write; gradient: read for its norm and for the update;
    // half-precision weight: write. Clipping in a kernel of its own reads and writes the gradient once more.
    double const times = framework.separate_operators ? 4.0 : 2.0;
    double const gradient = times * gradient_size(plan.precision).si();
    double const states =
        framework.optimizer_state > Bytes{} ? framework.optimizer_state.si() : 12.0;
    bool const copied = size_of(plan.precision).si() < 4.0 && !casts_weights(plan, framework);
    return 2.0 * states + gradient + (copied ? 2.0 : 0.0);
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

/// States that lie in the memory of the host come to the device and go back in each update.
Paced paging_time(double parameters_owned, Plan const& plan, StepContext const& context) {
    Bytes const own = context.framework.optimizer_state;
    Bytes const state = own > Bytes{} ? own : bytes(adam_states(plan.precision).optimizer);
    Duration const moved = 2.0 * parameters_owned * state / context.host;
    return {moved, moved, {}};
}

/// Corrects the parts by the pilot runs of the application.
void correct(StepTime& step, PilotFactors const& pilot) {
    step.overhead += pilot.overhead / pilot.compute;
    for (StepPart const& part : step_breakdown)
        step.*part.time = step.*part.time *
                          (part.kind == StepPart::Kind::network ? pilot.network : pilot.compute);
    for (Duration StepTime::*const share : {&StepTime::recompute, &StepTime::work})
        step.*share = step.*share * pilot.compute;
}

/// Fills in the sum, the rates and the interval.
void finish(StepTime& step, Plan const& plan, StepContext const& context) {
    if (context.framework.pilot) correct(step, *context.framework.pilot);
    step.total = {};
    for (StepPart const& part : step_breakdown) step.total += step.*part.time;
    double const devices = plan.devices();
    step.per_gpu = step.model_flop / step.total / devices;
    step.mfu = step.per_gpu / context.roofline.matrix_peak;
    step.hfu = step.hardware_flop / step.total / devices / context.roofline.matrix_peak;
    step.samples_per_second = plan.global_batch() / step.total.si();
    FrameworkSpread const by = framework_spread(step, context.framework);
    double const spread = std::hypot(by.compute.si(), by.network.si());
    step.low = step.total - seconds(std::min(spread, step.total.si()));
    step.high = step.total + seconds(spread);
}

/// Gradient and weight traffic, once a step, of states that are whole on every device or split only after the
/// step. `forward` and `backward` are those of one micro-batch in a stage.
Duration reduce_once(Reduction const& traffic,
                     Plan const& plan,
                     Paced const& forward,
                     Paced const& backward,
                     StepContext const& context) {
    Framework const& framework = context.framework;
    auto const left = [&](Duration total, Duration window) {
        return left_of(total, framework.gradient_overlap * window, framework.overlap_cost);
    };
    double const pieces = plan.virtual_stages;
    // Pieces of an interleaved stage finish one after the other, each with the last p micro-batches: the
    // rest of those hides the reduction of the first pieces.
    double const under = pieces > 1.0 ? std::min<double>(plan.pipeline, plan.accumulation) : 1.0;
    Bucketed const& sums = traffic.gradients;
    Duration gradients = std::max(left(sums.total, under * backward.time), sums.one);
    if (framework.aligned_reduction && pieces > 1.0) {
        double const others = 1.0 - 1.0 / pieces;
        gradients = sums.total / pieces + left(others * sums.total, others * under * backward.time);
    }
    Bucketed const& gathers = traffic.weights;
    if (!framework.gather_on_use)
        return gradients + std::max(left(gathers.total, under * forward.time), gathers.one);
    // The first piece is gathered bucket by bucket, each other one at once; the stages wait one after the other.
    Duration const piece = gathers.total / pieces;
    Duration const first = std::max(left(piece, forward.time / pieces), gathers.one);
    return gradients + static_cast<double>(plan.pipeline) * (first + (pieces - 1.0) * piece);
}

/// Traffic of states that are always split: gathered layer by layer, gradients scattered likewise, and summed over the
/// devices that hold the same part.
Duration gather_always(StageParts const& stage,
                       Plan const& plan,
                       Paced const& forward,
                       Paced const& backward,
                       StepContext const& context) {
    Framework const& framework = context.framework;
    if (plan.replicas() <= 1) return {};
    double const layers = std::max(1.0, stage.held.layers);
    double const gathers_back = plan.sharding == Sharding::parameters ? 1.0 : 0.0;
    double const reach = framework.parameter_overlap;
    // Nothing hides the first gathering and the last scattering. Traffic between the groups that
    // share a state runs on other links than traffic within them, and follows it layer by layer.
    auto const shown = [&](Duration within, Duration across, Duration window) {
        Duration const others = (layers - 1.0) * std::max(within, across);
        return within + across + left_of(others, reach * window, framework.overlap_cost);
    };
    StageTraffic const& traffic = stage.traffic;
    Duration const back = gathers_back * traffic.gather + traffic.scatter;
    double const passes = plan.accumulation;
    double const summed = framework.sums_each_pass ? passes : 1.0;
    return passes * shown(traffic.gather, Duration{}, forward.time) +
           (passes - summed) * shown(back, Duration{}, backward.time) +
           summed * shown(back, traffic.across, backward.time);
}

/// Traffic between replicas that kernels do not hide.
Duration exposed_traffic(StageParts const& stage,
                         Plan const& plan,
                         Paced const& forward,
                         Paced const& backward,
                         StepContext const& context) {
    if (plan.always_split()) return gather_always(stage, plan, forward, backward, context);
    Duration exposed{};
    for (Reduction const& once : stage.traffic.once)
        exposed += reduce_once(once, plan, forward, backward, context);
    return exposed;
}

/// What a device holds of a network of convolutions; states that are always split are gathered bucket by bucket.
StageParts parts_of(Cnn const& model, Plan const& plan, StepContext const& context) {
    double const count = parameters(model);
    auto layers = static_cast<double>(model.layers.size());
    if (plan.always_split()) {
        Bytes const gradient = gradient_bytes(plan, context.framework);
        layers = bucket_count(context.framework.bucket, count, gradient, layers, plan);
    }
    Held const held{count, 0.0, layers, 0.0, count, 0.0};
    return {{}, held, replica_traffic(plan, context, held)};
}

double optimizer_shards(Plan const& plan) {
    return plan.sharding != Sharding::none ? plan.shards() : 1.0;
}

}  // namespace

static_assert(!step_breakdown.front().column.empty(), "no part before it has a column");

StepColumns columns_of(StepTime const& step) {
    StepColumns columns;
    auto next = columns.begin();
    for (StepPart const& part : step_breakdown)
        if (part.column.empty())
            std::prev(next)->time += step.*part.time;
        else
            *next++ = {&part, step.*part.time};
    return columns;
}

Duration sum_of(StepTime const& step, StepPart::Kind kind) {
    Duration sum{};
    for (StepColumn const& column : columns_of(step))
        if (column.part->kind == kind) sum += column.time;
    return sum;
}

StepTime step_time(Transformer const& model, Plan const& plan, StepContext const& context) {
    StageParts stage{stage_layers(model, plan), held_by(model, plan), {}};
    stage.traffic = stage_traffic(model, plan, context, stage.held);
    StepTime step = step_time(model, plan, context, step_parts(model, plan, context), stage);
    step.memory = memory_use(model, plan, context.framework, stage.held);
    step.memory.device = context.memory;
    return step;
}

StepTime step_time(Transformer const& model,
                   Plan const& plan,
                   StepContext const& context,
                   StepParts const& parts,
                   StageParts const& stage) {
    LayerStep const layer = layer_step(model, plan, context, parts);
    StageLayers const& stages = stage.layers;
    Held const& held = stage.held;
    Paced const logits = paced(parts.logits.time, parts.logits.kernels, context);
    double const m = plan.accumulation;
    double const p = plan.pipeline;
    // Without interleaving, a stage waits for each message.
    double const beside = plan.virtual_stages > 1 ? context.framework.stage_overlap : 0.0;
    Duration const message = stage.traffic.message * (1.0 - beside);
    Duration const exchange = 2.0 * plan.virtual_stages * message;

    Paced const passes = layer.forward + layer.backward;
    bool const last_slowest = stages.last * (passes.time + layer.waits()) + logits.time >=
                              stages.most * (passes.time + layer.waits());
    Duration const summed =
        held.trained() * context.framework.accumulation / context.roofline.memory;
    Paced const summing{summed, summed, summed};
    // One micro-batch in the slowest stage, and in the mean one.
    double const slow_layers = last_slowest ? stages.last : stages.most;
    Duration const slow = slow_layers * (passes.time + layer.waits()) +
                          (last_slowest ? logits.time : Duration{}) + summing.time + exchange;
    double const layers = model.depth() / p;
    Paced const mean = layers * passes + (1.0 / p) * logits + summing;
    Duration const mean_all = mean.time + layers * layer.waits() + exchange;
    Duration const one_each = static_cast<double>(model.depth()) * (passes.time + layer.waits()) +
                              logits.time + p * exchange;

    StepTime step;
    step.compute = m * mean.busy;
    step.recompute = m * layers * layer.again.busy;
    step.tp_comm = m * layers * layer.tensor;
    step.cp_comm = m * layers * layer.context;
    step.ep_comm = m * layers * layer.expert;
    step.pp_comm = m * exchange;
    step.idle = p > 1.0 ? m * std::max(Duration{}, slow - mean_all) : Duration{};
    step.bubble = std::max(Duration{}, one_each - slow) / plan.virtual_stages;

    Paced const forward = stages.most * layer.forward;
    Paced const backward = stages.most * layer.backward;
    step.dp_exposed =
        exposed_traffic(stage, plan, forward, backward, context) + stage.traffic.table;
    double const owned = held.trained() / optimizer_shards(plan);
    Paced update = optimizer_time(owned, adam_traffic(plan, context.framework), context);
    if (plan.paged) update = update + paging_time(owned, plan, context);
    step.optimizer = update.busy;
    step.host = m * mean.host() + update.host();
    step.work = m * mean.work + update.work;
    step.overhead = context.framework.step_overhead;
    step.model_flop = plan.global_batch() * parts.model_flop;
    Flop const again =
        parts.hardware_flop[static_cast<std::size_t>(plan.recompute)] - parts.model_flop;
    double const whole = plan.recompute == Recompute::full ? plan.recomputed_share(layers) : 1.0;
    step.hardware_flop = plan.global_batch() * (parts.model_flop + whole * again);
    finish(step, plan, context);
    step.tokens_per_second = step.samples_per_second * model.sequence;
    return step;
}

StepTime step_time(Cnn const& model, Plan const& plan, StepContext const& context) {
    Roofline const& roofline = context.roofline;
    NetworkTime const network = network_time(model, plan, context);
    Paced const& backward = network.backward;
    double const count = parameters(model);
    Duration const summed = count * context.framework.accumulation / roofline.memory;
    Paced const compute = static_cast<double>(plan.accumulation) *
                          (network.forward + backward + Paced{summed, summed, summed});
    double const moved = model.adam ? adam_traffic(plan, context.framework) : sgd_traffic;
    Paced const update = optimizer_time(count / optimizer_shards(plan), moved, context);
    StepTime step;
    step.compute = compute.busy;
    // Kernels too small to fill a device: each takes its launch time.
    step.optimizer =
        update.busy + tensors(model) * context.framework.tensor_kernels * roofline.launch;
    step.host = compute.host() + update.host();
    step.work = compute.work + update.work;
    step.dp_exposed =
        exposed_traffic(parts_of(model, plan, context), plan, network.forward, backward, context);
    step.overhead = context.framework.step_overhead;
    step.model_flop = plan.global_batch() * model_flop(model);
    step.hardware_flop = step.model_flop;
    step.memory = memory_use(model, plan, context.framework);
    step.memory.device = context.memory;
    finish(step, plan, context);
    return step;
}

FrameworkSpread framework_spread(StepTime const& step, Framework const& framework) {
    if (framework.pilot) return {step.total * framework.pilot->spread, Duration{}};
    // Errors of compute ceilings are common to all kernels, and so are those of bandwidths; the two
    // are independent.
    return {sum_of(step, StepPart::Kind::device) * framework.compute_spread,
            sum_of(step, StepPart::Kind::network) * framework.network_spread};
}

}  // namespace clustersim
