// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/imported_partitions.hpp"

#include "sim/core/hostlist.hpp"
#include "sim/slurm/read/machine/imported_node_types.hpp"
#include "sim/slurm/read/machine/node_layout.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

std::optional<int> count_of(std::optional<std::int64_t> const& value) {
    return value ? std::optional(static_cast<int>(std::min<std::int64_t>(*value, 1'000'000)))
                 : std::nullopt;
}

template <class T>
std::optional<T> tighter(std::optional<T> const& a, std::optional<T> const& b) {
    if (a && b) return std::min(*a, *b);
    return a ? a : b;
}

/// Combines the limits of a QOS with those of a partition: the tighter one applies, unless a flag
/// of the QOS makes its own apply.
Limits under_qos(Limits limits, slurm::Site const& site, slurm::Qos const& qos) {
    auto const set = [](auto& limit, auto const& own, bool own_counts) {
        limit = own_counts && own ? own : tighter(limit, own);
    };
    std::optional<Seconds> const wall =
        qos.job.wall_minutes ? std::optional(Seconds{*qos.job.wall_minutes * 60}) : std::nullopt;
    set(limits.max_nodes,
        count_of(qos.job.tres.at(slurm::tres::node)),
        qos.flags.partition_max_nodes);
    set(limits.max_time, wall, qos.flags.partition_time_limit);
    if (auto const gpu = site.tres.find("gres/gpu"))
        set(limits.max_gpus, count_of(qos.job.tres.at(*gpu)), qos.flags.over_part_qos);
    set(limits.max_submitted, count_of(qos.max_submit_per_user), qos.flags.over_part_qos);
    set(limits.max_running, count_of(qos.max_jobs_per_user), qos.flags.over_part_qos);
    if (auto const least = count_of(qos.min_tres_per_job.at(slurm::tres::node)))
        limits.min_nodes = std::max(limits.min_nodes.value_or(1), *least);
    return limits;
}

Limits limits_of(slurm::Site const& site, slurm::Partition const& from) {
    Limits limits;
    if (from.min_nodes > 1) limits.min_nodes = from.min_nodes;
    if (from.max_nodes) limits.max_nodes = *from.max_nodes;
    if (from.max_minutes) limits.max_time = Seconds{*from.max_minutes * 60};
    auto const qos = from.qos.empty() ? std::nullopt : site.find_qos(from.qos);
    return qos ? under_qos(limits, site, site.qos[static_cast<std::size_t>(*qos)]) : limits;
}

bool named(std::vector<std::string> const& names, std::string const& name) {
    return std::ranges::find(names, name) != names.end();
}

/// Whether a QOS only holds the limits of the partition, and no job may name it.
bool holds_limits_only(slurm::Site const& site,
                       slurm::Partition const& from,
                       std::string const& qos) {
    return qos == from.qos && qos != site.qos.front().name && !named(from.allow_qos, qos) &&
           std::ranges::none_of(
               site.associations,
               [&](slurm::Association const& one) { return named(one.allowed_qos, qos); });
}

std::vector<Qos>
qos_of(slurm::Site const& site, slurm::Partition const& from, Limits const& limits) {
    std::vector<Qos> all;
    for (slurm::Qos const& one : site.qos) {
        if (!from.allow_qos.empty() ? !named(from.allow_qos, one.name)
                                    : named(from.deny_qos, one.name))
            continue;
        if (holds_limits_only(site, from, one.name)) continue;
        Qos qos;
        qos.name = one.name;
        qos.priority = static_cast<double>(one.priority);
        qos.limits = under_qos(limits, site, one);
        qos.preempts = one.preempt;
        qos.preemptible = std::ranges::any_of(
            site.qos, [&](slurm::Qos const& other) { return named(other.preempt, one.name); });
        all.push_back(std::move(qos));
    }
    return all;
}

BillingRule billing_of(slurm::Site const& site, slurm::Partition const& from) {
    BillingRule rule;
    rule.unit = "billing-h";
    rule.combine =
        site.settings.priority.max_tres ? BillingRule::Combine::max : BillingRule::Combine::sum;
    // Without weights Slurm bills CPUs.
    if (from.billing_weights.empty()) rule.per_core_hour = 1.0;
    for (auto const& [position, weight] : from.billing_weights) {
        std::string const& name = site.tres.name(position);
        if (position == slurm::tres::cpu) rule.per_core_hour = weight;
        if (position == slurm::tres::mem) rule.per_gib_hour = weight * 1024.0;
        if (position == slurm::tres::node) rule.per_node_hour = weight;
        if (name.starts_with("gres/gpu")) rule.per_gpu_hour = std::max(rule.per_gpu_hour, weight);
    }
    return rule;
}

PreemptedJobs preempted_of(std::optional<slurm::PreemptMode> mode) {
    if (mode == slurm::PreemptMode::requeue) return PreemptedJobs::requeue;
    if (mode == slurm::PreemptMode::cancel) return PreemptedJobs::cancel;
    return PreemptedJobs::keep_running;
}

/// MaxCPUsPerNode, MaxMemPerNode and MaxMemPerCPU of the partition, or of the site, on such nodes.
MaxTresPerNode most_per_node(slurm::Site const& site,
                             slurm::Partition const& from,
                             slurm::NodeRecord const& node) {
    slurm::Settings const& settings = site.settings;
    MaxTresPerNode most;
    if (from.max_cpus_per_node && *from.max_cpus_per_node < node.cpus)
        most.cores = std::max(1, *from.max_cpus_per_node * node.cores() / node.cpus);
    bool const own = from.max_mem_per_node_mb || from.max_mem_per_cpu_mb;
    std::int64_t mb = node.real_memory_mb;
    auto const cut = [&](std::optional<std::int64_t> limit, std::int64_t times) {
        if (limit && *limit > 0) mb = std::min(mb, *limit * times);
    };
    cut(own ? from.max_mem_per_node_mb : settings.max_mem_per_node_mb, 1);
    cut(own ? from.max_mem_per_cpu_mb : settings.max_mem_per_cpu_mb, node.cpus);
    if (mb < node.real_memory_mb) most.memory = bytes(static_cast<double>(mb) * mebibyte);
    return most;
}

/// The properties that do not depend on the node type.
Partition common_of(slurm::Site const& site, slurm::Partition const& from) {
    slurm::Settings const& settings = site.settings;
    Partition to;
    to.slurm_name = from.name;
    to.exclusive = from.oversubscribe == slurm::OverSubscribe::exclusive || settings.select.linear;
    if (from.default_minutes) to.default_time = Seconds{*from.default_minutes * 60};
    to.limits = limits_of(site, from);
    to.qos = qos_of(site, from, to.limits);
    to.billing = billing_of(site, from);
    to.priority_tier = from.priority_tier;
    to.priority_factor = from.priority_job_factor;
    to.preempted_jobs = preempted_of(from.preempt_mode);
    auto const memory = [](std::optional<std::int64_t> mb) {
        return mb ? std::optional(Bytes::from_si(static_cast<double>(*mb) * mebibyte))
                  : std::nullopt;
    };
    auto const either = [](auto const& own, auto const& general) { return own ? own : general; };
    if (auto const cores = either(from.def_cpu_per_gpu, settings.def_cpu_per_gpu))
        to.defaults.cores_per_gpu = *cores;
    to.defaults.memory_per_gpu =
        memory(either(from.def_mem_per_gpu_mb, settings.def_mem_per_gpu_mb));
    to.defaults.memory_per_core =
        memory(either(from.def_mem_per_cpu_mb, settings.def_mem_per_cpu_mb));
    return to;
}

/// The nodes of one type in a partition.
struct TypeNodes {
    std::string type;
    int nodes = 0;
    std::int32_t first = 0;   ///< its first node
    std::int64_t weight = 0;  ///< the lowest
};

/// In the order in which Slurm takes them: by weight, then as in the file.
std::vector<TypeNodes>
types_in(slurm::Site const& site, slurm::Partition const& from, TypeOfNode const& type_of) {
    std::vector<TypeNodes> types;
    for (std::int32_t const node : from.nodes) {
        std::string const& type = type_of[static_cast<std::size_t>(node)];
        std::int64_t const weight = site.record_of(node).weight;
        auto found = std::ranges::find(types, type, &TypeNodes::type);
        if (found == types.end()) found = types.insert(types.end(), {type, 0, node, weight});
        ++found->nodes;
        found->weight = std::min(found->weight, weight);
    }
    std::ranges::stable_sort(types, {}, &TypeNodes::weight);
    return types;
}

/// The name of a node group, which no other group and no partition has.
std::string group_name(System const& system,
                       slurm::Site const& site,
                       std::string const& partition,
                       std::string const& type) {
    std::string const base = partition + "-" + type;
    std::string name = base;
    auto const taken = [&] {
        return site.find_partition(name) ||
               std::ranges::find(system.partitions, name, &Partition::name) !=
                   system.partitions.end();
    };
    for (int i = 2; taken(); ++i) name = fmt::format("{}-{}", base, i);
    return name;
}

/// One Partition for each node type among the nodes of a partition.
void add_partition(System& system,
                   slurm::Site const& site,
                   slurm::Partition const& from,
                   TypeOfNode const& type_of) {
    std::vector<TypeNodes> const types = types_in(site, from, type_of);
    Partition const common = common_of(site, from);
    for (TypeNodes const& one : types) {
        Partition to = common;
        to.name = types.size() == 1 ? from.name : group_name(system, site, from.name, one.type);
        to.node_type = one.type;
        to.nodes = one.nodes;
        to.max_tres_per_node = most_per_node(site, from, site.record_of(one.first));
        // Their position in the network begins at that of the first one.
        auto const hosts = expand_hostlist(system.node_types.at(one.type).hosts);
        auto const at =
            std::ranges::find(*hosts, site.nodes[static_cast<std::size_t>(one.first)].name);
        to.places.first = std::min(static_cast<int>(at - hosts->begin()),
                                   static_cast<int>(hosts->size()) - one.nodes);
        to.is_default = from.is_default && &one == types.data();
        system.partitions.push_back(std::move(to));
    }
}

}  // namespace

void add_partitions(System& system,
                    slurm::Site const& site,
                    ConfigNode const& document,
                    Diagnostics& problems) {
    TypeOfNode const type_of = assign_node_types(system, site, document, problems);
    if (problems.has_errors()) return;
    for (slurm::Partition const& partition : site.partitions)
        if (!partition.root_only && !partition.nodes.empty())
            add_partition(system, site, partition, type_of);
    if (system.partitions.empty()) {
        problems.add(problem_at(system.slurm,
                                Code::missing_key,
                                "no partition of this Slurm has nodes that users may use"));
        return;
    }
    if (std::ranges::none_of(system.partitions, &Partition::is_default))
        system.partitions.front().is_default = true;
}

}  // namespace clustersim
