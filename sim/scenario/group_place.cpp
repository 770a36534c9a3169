// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/group_place.hpp"

#include "sim/scenario/slurm_queue.hpp"

#include <algorithm>
#include <tuple>

namespace clustersim {
namespace {

bool same_background(Partition const& one, Partition const& other) {
    if (!one.background || !other.background)
        return one.background.has_value() == other.background.has_value();
    return one.background->mix == other.background->mix &&
           one.background->backlog == other.background->backlog &&
           one.background->load == other.background->load;
}

/// A job that gets a whole node pays for all of it.
bool same_charge(Partition const& one, Partition const& other, System const& system) {
    if (!same_price(one.billing, other.billing)) return false;
    if (!one.exclusive) return true;
    NodeType const& a = system.node_type_of(one);
    NodeType const& b = system.node_type_of(other);
    BillingRule const& rule = one.billing;
    return (rule.per_core_hour == 0.0 || a.usable_cores == b.usable_cores) &&
           (rule.per_gib_hour == 0.0 || a.usable_memory == b.usable_memory);
}

}  // namespace

bool same_price(BillingRule const& a, BillingRule const& b) {
    auto const terms = [](BillingRule const& rule) {
        return std::tuple(rule.unit,
                          rule.per_node_hour,
                          rule.per_gpu_hour,
                          rule.per_core_hour,
                          rule.per_gib_hour,
                          rule.core_step,
                          rule.memory_step.value_or(Bytes{}).si(),
                          rule.combine);
    };
    return terms(a) == terms(b);
}

std::string_view
noticed_difference(Partition const& one, Partition const& other, System const& system) {
    NodeType const& a = system.node_type_of(one);
    NodeType const& b = system.node_type_of(other);
    if (!same_charge(one, other, system)) return "another price";
    if (one.limits != other.limits || one.qos != other.qos ||
        one.default_time != other.default_time || one.reservation != other.reservation)
        return "other limits";
    if (one.exclusive != other.exclusive || one.fixed || other.fixed)
        return "another rule for shared nodes";
    if (a.gpus != b.gpus || a.gres != b.gres) return "other GPUs";
    if (!same_background(one, other)) return "other usual jobs";
    return {};
}

SlurmPlace slurm_place(System const& system, NodeGroups const& groups) {
    SlurmPlace place = slurm_place(system, *groups.front());
    if (groups.size() == 1) return place;
    for (std::size_t i = 1; i < groups.size(); ++i) {
        SlurmPlace const more = slurm_place(system, *groups[i]);
        auto const least = [](auto& value, auto const& other) { value = std::min(value, other); };
        place.nodes += more.nodes;
        least(place.gpus, more.gpus);
        least(place.cores, more.cores);
        least(place.memory_mb, more.memory_mb);
        least(place.local_disk_mb, more.local_disk_mb);
        least(place.cores_per_gpu, more.cores_per_gpu);
        least(place.memory_per_gpu_mb, more.memory_per_gpu_mb);
        if (more.gres_type != place.gres_type) place.gres_type.clear();
        place.constraint += "|" + more.constraint;
    }
    if (groups.size() == node_groups(system, place.partition).size()) place.constraint.clear();
    return place;
}

PartitionShape partition_shape(System const& system, NodeGroups const& groups) {
    Partition const& first = *groups.front();
    PartitionShape shape = partition_shape(first, system.node_type_of(first));
    if (groups.size() == 1) return shape;
    shape.nodes = 0;
    for (Partition const* group : groups) shape.nodes += group->nodes;
    shape.max_job_nodes = std::min(shape.nodes, first.limits.max_nodes.value_or(shape.nodes));
    return shape;
}

}  // namespace clustersim
