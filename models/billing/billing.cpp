// SPDX-License-Identifier: Apache-2.0
//
// What a site charges for an allocation.
//
// Equation. Whole nodes: nodes x per_node_hour if the site has such a price. Parts of nodes: the
// prices of devices, cores and memory, either the most expensive alone (Slurm's MAX_TRES) or their
// sum; never more than the price of the whole node.
// Source. Slurm, TRESBillingWeights and PriorityFlags=MAX_TRES (slurm.conf); each machine's file
// has its site's own rule.
// Steps. If a site charges cores or memory by slices (LUMI: 8 cores, 64 GiB), a partly used slice
// of a node counts as a whole one.
// Domain. Prices linear in time: no discounts, no minimum charge, no rounding to whole hours.
#include "models/billing/billing.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

/// An amount in whole steps. The small tolerance prevents a computed share from exceeding its step
/// only by rounding.
double in_steps(double amount, double step) {
    constexpr double rounding = 1e-9;
    return std::ceil(amount / step - rounding) * step;
}

double per_hour_of_parts(BillingRule const& rule, NodeShare const& share) {
    double const bytes = share.memory.si();
    double const charged = rule.memory_step ? in_steps(bytes, rule.memory_step->si()) : bytes;
    double const devices = rule.per_gpu_hour * share.devices;
    double const cores = rule.per_core_hour * in_steps(share.cores, rule.core_step);
    double const memory = rule.per_gib_hour * (charged / 0x1p30);
    return rule.combine == BillingRule::Combine::sum ? devices + cores + memory
                                                     : std::max({devices, cores, memory});
}

/// The price of one node's share for one hour.
double per_hour(Partition const& partition, NodeType const& type, NodeShare const& share) {
    BillingRule const& rule = partition.billing;
    NodeShare const whole = whole_nodes(type, 1);
    bool const pays_whole = share.devices == whole.devices && share.cores == whole.cores;
    double const parts = per_hour_of_parts(rule, share);
    if (rule.per_node_hour <= 0.0) return parts;
    bool const has_parts =
        rule.per_gpu_hour > 0.0 || rule.per_core_hour > 0.0 || rule.per_gib_hour > 0.0;
    return pays_whole || !has_parts ? rule.per_node_hour : std::min(parts, rule.per_node_hour);
}

}  // namespace

NodeShare whole_nodes(NodeType const& type, int nodes) {
    return {nodes, type.gpus, type.cores, type.usable_memory.value_or(type.memory)};
}

std::string device_name(NodeType const& type) {
    if (!type.part_of.empty()) return "slice";
    return type.gpus_per_card > 1 ? "GCD" : "GPU";
}

double share_of_node(NodeType const& type, NodeShare const& share) {
    NodeShare const whole = whole_nodes(type, 1);
    auto const part = [](double held, double of) { return of > 0.0 ? held / of : 0.0; };
    double const largest = std::max({part(share.devices, whole.devices),
                                     part(share.cores, whole.cores),
                                     part(share.memory.si(), whole.memory.si())});
    return std::min(largest, 1.0);
}

NodeShare held_share(Partition const& partition, NodeType const& type, NodeShare const& share) {
    if (partition.exclusive) return whole_nodes(type, share.nodes);
    NodeShare held = share;
    MaxTresPerNode const& most = partition.max_tres_per_node;
    if (most.cores) held.cores = std::min(held.cores, *most.cores);
    if (most.memory) held.memory = std::min(held.memory, *most.memory);
    return held;
}

Bill bill_of(Partition const& partition,
             NodeType const& type,
             NodeShare const& share,
             Duration time) {
    double const node_hours = share.nodes * time.si() / 3600.0;
    NodeShare const held = held_share(partition, type, share);
    Bill bill;
    bill.node_hours = {node_hours * share_of_node(type, held)};
    bill.gpu_hours = {node_hours * held.devices};
    bill.core_hours = {node_hours * held.cores};
    bill.billed = node_hours * per_hour(partition, type, held);
    bill.unit = partition.billing.unit;
    bill.device = device_name(type);
    return bill;
}

}  // namespace clustersim
