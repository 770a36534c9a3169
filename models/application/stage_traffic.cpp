// SPDX-License-Identifier: Apache-2.0
//
// Traffic of a stage's device with the next stage and with its replicas.
//
// Equation. States that are whole, or split only after the step: gradients are reduced, or scattered and weights
// gathered, in buckets, once a step. States that are always split: for each micro-batch a layer's weights are
// gathered and its gradients scattered among `shards` neighbours; devices that hold the same part then sum the
// layer's gradients, after each backward pass or after the last one of a step.
// Source. Li et al., "PyTorch Distributed", VLDB 2020; Rajbhandari et al., "ZeRO", SC20; Zhao et al., "PyTorch
// FSDP", VLDB 2023, section 3.2 for hybrid sharding; PyTorch, torch/distributed/fsdp/_runtime_utils.py (_reduce_grad),
// where the sum over replicas follows the scattering of each unit on a stream of its own, in the same precision.
// Domain. Ranks fill node after node.
#include "models/application/stage_traffic.hpp"

#include <algorithm>

namespace clustersim {
namespace {

/// The replicas that share a state, and the devices that hold the same part of it.
Group shard_group(Group replicas, Plan const& plan) {
    int const shards = std::min(plan.shards(), replicas.members);
    if (shards == replicas.members) return replicas;
    Group group = replicas;
    group.members = shards;
    group.per_node = std::min(replicas.per_node, shards);
    group.sharing = std::max(1, replicas.sharing * replicas.per_node / group.per_node);
    return group;
}

Reduction reduction(double parameters,
                    double layers,
                    Group const& group,
                    Plan const& plan,
                    StepContext const& context) {
    if (group.members <= 1 || parameters <= 0.0) return {};
    Bytes const gradient = gradient_bytes(plan, context.framework);
    Bytes const gradients = parameters * gradient;
    Bytes const weights = parameters * activation_size(plan.precision);
    double const count = bucket_count(context.framework.bucket, parameters, gradient, layers, plan);
    auto const in_buckets = [&](Collective collective, Bytes size) {
        return bucketed(collective, size, count, group, context.network);
    };
    if (plan.sharding == Sharding::none) return {in_buckets(Collective::all_reduce, gradients), {}};
    return {in_buckets(Collective::reduce_scatter, gradients),
            in_buckets(Collective::all_gather, weights)};
}

/// For states that are always split, layer by layer.
void add_gathers(StageTraffic& traffic,
                 Plan const& plan,
                 StepContext const& context,
                 Held const& held) {
    Framework const& framework = context.framework;
    Group const replicas = replica_group(plan, context.devices_per_node);
    Group const group = shard_group(replicas, plan);
    if (replicas.members <= 1) return;
    double const layers = std::max(1.0, held.layers);
    Bytes const weight = plan.adapters > 0 ? weight_size(plan.frozen, plan.precision)
                                           : activation_size(plan.precision);
    Bytes const layer = held.all() / layers * weight;
    Bytes const gradients = held.trained() / layers * gradient_bytes(plan, framework);
    // Slow handling costs as much as more volume would; it does not change the length of the ring.
    double const share = framework.sharded_share;
    double const parts = framework.gathers;
    traffic.gather = parts * all_gather(layer / (share * parts), group, context.network);
    traffic.scatter = reduce_scatter(gradients / share, group, context.network);
    if (group.members == replicas.members) return;
    Group across = replicas;
    across.members = replicas.members / group.members;
    across.per_node = std::max(1, replicas.per_node / group.members);
    across.sharing = std::max(1, replicas.sharing * replicas.per_node / across.per_node);
    traffic.across = all_reduce(gradients / group.members, across, context.network);
}

Duration table_traffic(Transformer const& model, Plan const& plan, StepContext const& context) {
    if (plan.pipeline <= 1 || !model.tied_embeddings || plan.adapters > 0) return {};
    // The first and the last stage hold one table each and sum its gradient after everything else.
    double const table =
        static_cast<double>(model.padded_vocabulary(plan.tensor)) * model.hidden / plan.tensor;
    bool const same_node = stages_share_node(plan, context.devices_per_node);
    Group const pair{
        2,
        same_node ? 2 : 1,
        std::max(1, std::min(context.devices_per_node, plan.devices() / plan.pipeline))};
    return all_reduce(table * gradient_bytes(plan, context.framework), pair, context.network);
}

}  // namespace

StageTraffic replica_traffic(Plan const& plan, StepContext const& context, Held const& held) {
    StageTraffic traffic;
    if (plan.always_split()) {
        add_gathers(traffic, plan, context, held);
        return traffic;
    }
    int const per_node = context.devices_per_node;
    traffic.once = {
        reduction(held.trained_dense, held.layers, replica_group(plan, per_node), plan, context),
        reduction(
            held.trained_expert, held.layers, expert_replica_group(plan, per_node), plan, context)};
    return traffic;
}

StageTraffic stage_traffic(Transformer const& model,
                           Plan const& plan,
                           StepContext const& context,
                           Held const& held) {
    StageTraffic traffic = replica_traffic(plan, context, held);
    traffic.message = stage_message(model, plan, context.network, context.devices_per_node);
    traffic.table = table_traffic(model, plan, context);
    return traffic;
}

}  // namespace clustersim
