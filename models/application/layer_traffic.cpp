// SPDX-License-Identifier: Apache-2.0
//
// Messages that the devices of a plan exchange inside a layer and between stages.
//
// Equation. A forward layer sums the activations b s h of a micro-batch over its tensor group twice, by all-reduce or, with
// sequence parallelism, by as much gathering and scattering. Devices that share a sample's tokens pass their keys and
// values around a ring, (c-1) messages of b s/c 2k numbers. Two all-to-alls send each token to its experts and back, b s e
// h numbers (e experts per token); software that sends a token once to a node, and there once to a device, sends
// n (1 - p) / e of this between n nodes, and at 0.85 of the links' bandwidth to n devices; p is the chance that none of the
// experts is at one of n places. Stages send b s h / t: each device of a tensor group sends one part, and the next stage
// gathers the parts in its node. Gradients are cut into ceil(n / size) buckets, and the pieces of an interleaved stage have buckets of their own.
// Source. Shoeybi et al., "Megatron-LM", 2019; Narayanan et al., SC21, section 4.1 (scatter/gather);
// Korthikanti et al., 2022, section 4.2; Liu et al., "Ring attention", 2023; Lepikhin et al., "GShard", 2020; Li et al.,
// "PyTorch Distributed", VLDB 2020, and Megatron-Core, distributed/distributed_data_parallel.py, for buckets; AI
// Configurator (ai-dynamo/aiconfigurator @ 095f58a51): DeepEP on eight H100 sends tokens to devices at 320 and 340 GB/s in
// dispatch and combine, with those that stay on their device.
// Domain. Ranks fill node after node.
#include "models/application/layer_traffic.hpp"

#include "models/application/roofline.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

/// A group of ranks that are `stride` apart.
Group strided(int members, int stride, int devices_per_node, int devices) {
    Group group;
    group.members = std::max(1, members);
    group.per_node = std::clamp(devices_per_node / stride, 1, group.members);
    group.sharing = std::max(1, std::min(devices_per_node, devices) / group.per_node);
    return group;
}

/// Of the bandwidth that a device achieves in its node, with the 20 multiprocessors that DeepEP takes.
constexpr double dispatch_share = 0.85;

/// A token of some experts of an equal number in each of `places`: the share of its copies that is sent if each place gets
/// one.
double met_share(double places, Experts const& experts) {
    double missed = 1.0;
    double const elsewhere = experts.count * (1.0 - 1.0 / places);
    for (int i = 0; i < experts.per_token && i < experts.count; ++i)
        missed *= std::max(0.0, elsewhere - i) / (experts.count - i);
    return places * (1.0 - missed) / experts.per_token;
}

/// Tokens sent to several experts each: one copy to every node that has some of these experts, which then
/// passes it to every device that has some.
Duration
dispatch_once(Bytes sent, Experts const& experts, Group const& group, Network const& network) {
    Group inside = group;
    inside.members = std::min(group.members, group.per_node);
    Bytes const to_devices = sent * (met_share(group.members, experts) / dispatch_share);
    Duration const in_node = all_to_all(to_devices, inside, network);
    if (group.nodes() == 1) return in_node;
    return std::max(all_to_all(sent * met_share(group.nodes(), experts), group, network), in_node);
}

}  // namespace

Group tensor_group(Plan const& plan, int devices_per_node) {
    return strided(plan.tensor, 1, devices_per_node, plan.devices());
}

Group context_group(Plan const& plan, int devices_per_node) {
    return strided(plan.context, plan.tensor, devices_per_node, plan.devices());
}

Group replica_group(Plan const& plan, int devices_per_node) {
    return strided(plan.replicas(), plan.tensor, devices_per_node, plan.devices());
}

Group expert_group(Plan const& plan, int devices_per_node) {
    return strided(plan.expert, plan.expert_parts(), devices_per_node, plan.devices());
}

Group expert_replica_group(Plan const& plan, int devices_per_node) {
    return strided(plan.expert_places() / plan.expert,
                   plan.expert_parts() * plan.expert,
                   devices_per_node,
                   plan.devices());
}

bool stages_share_node(Plan const& plan, int devices_per_node) {
    return plan.devices() <= devices_per_node;
}

LayerTraffic layer_traffic(Transformer const& model,
                           Plan const& plan,
                           Framework const& framework,
                           Network const& network,
                           int devices_per_node) {
    LayerTraffic traffic;
    double const tokens = static_cast<double>(plan.micro_batch) * model.sequence / plan.context;
    Bytes const number = activation_size(plan.precision);
    if (plan.tensor > 1) {
        Bytes const activations = number * (tokens * model.hidden);
        Group const group = tensor_group(plan, devices_per_node);
        traffic.tensor = model.blocks() * (plan.sequence_parallel
                                               ? all_gather(activations, group, network) +
                                                     reduce_scatter(activations, group, network)
                                               : all_reduce(activations, group, network));
    }
    if (plan.context > 1) {
        Group const group = context_group(plan, devices_per_node);
        double const numbers = model.key_width() + model.value_width();
        Bytes const exchanged = plan.attention == NarrowFormat::fp8 ? bytes(1) : number;
        Bytes const part = exchanged * (tokens * numbers / plan.tensor) * model.attention_share();
        bool const same_node = group.nodes() == 1;
        // In a ring over nodes, only the first and the last device of a node send through its
        // ports.
        int const sharing = std::max(1, group.sharing);
        traffic.context = (plan.context - 1.0) * send(part, same_node, sharing, network);
    }
    if (plan.expert > 1 && model.expert_share() > 0.0) {
        bool const own = plan.sequence_parallel || !plan.tensor_experts;
        double const outside = own ? plan.tensor : 1.0;
        double const copies = model.experts.per_token;
        double const taken = model.experts.capacity > 0.0 ? model.experts.capacity : 1.0;
        Bytes const sent = number * (taken * tokens * copies * model.expert_width() / outside);
        Group const group = expert_group(plan, devices_per_node);
        traffic.expert = 2.0 * model.expert_share() *
                         (framework.host.dispatch == Dispatch::fused
                              ? dispatch_once(sent, model.experts, group, network)
                              : all_to_all(sent, group, network));
    }
    return traffic;
}

Duration stage_message(Transformer const& model,
                       Plan const& plan,
                       Network const& network,
                       int devices_per_node) {
    if (plan.pipeline <= 1) return {};
    double const tokens = static_cast<double>(plan.micro_batch) * model.sequence / plan.context;
    Bytes const activations = activation_size(plan.precision) * (tokens * model.hidden);
    int const sharing = std::min(devices_per_node, plan.devices());
    bool const same_node = stages_share_node(plan, devices_per_node);
    Duration time = send(activations / plan.tensor, same_node, sharing, network);
    if (plan.tensor > 1 && !plan.sequence_parallel)
        time += all_gather(activations, tensor_group(plan, devices_per_node), network);
    return time;
}

double bucket_count(GradientBucket const& bucket,
                    double gradients,
                    Bytes gradient,
                    double layers,
                    Plan const& plan) {
    double const replicas = bucket.counts_context ? plan.replicas() : plan.data;
    double const usual = std::max({bucket.size / gradient,
                                   bucket.gradients,
                                   bucket.gradients_per_replica * replicas,
                                   bucket.layers * gradients / std::max(1.0, layers)});
    double const asked = std::max(plan.bucket.gradients, plan.bucket.size / gradient);
    double const size = plan.bucket.given() ? asked : usual;
    double const least = plan.virtual_stages;
    return size > 0.0 ? std::max(least, std::ceil(gradients / size)) : least;
}

Bucketed bucketed(
    Collective collective, Bytes size, double count, Group const& group, Network const& network) {
    if (size.si() <= 0.0 || group.members <= 1) return {};
    Duration const one = choose(collective, size / count, group, network).time;
    return {one * count, one};
}

}  // namespace clustersim
