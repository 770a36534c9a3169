// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/machine_site.hpp"

#include "sim/core/ensure.hpp"
#include "sim/slurm/read/machine/imported_machine.hpp"
#include "sim/slurm/read/machine/machine_people.hpp"
#include "sim/slurm/read/machine/machine_qos.hpp"
#include "sim/slurm/read/machine/node_layout.hpp"
#include "sim/slurm/read/yaml/site_yaml.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace clustersim {
namespace {

/// Longer than any study: standing reservations do not end.
constexpr Seconds for_ever{3650 * std::int64_t{86400}};
/// Slurm truncates a job's billing to a whole number, so prices are in sixteenths, as on Berzelius:
/// 8, 16 and 32 for half, one and two GPU-hours.
constexpr double price_parts = 16.0;

std::int64_t minutes_of(Seconds time) {
    return (time.count + 59) / 60;
}

std::optional<std::int64_t> megabytes(std::optional<Bytes> memory) {
    return memory ? std::optional(mebibytes(*memory)) : std::nullopt;
}

/// The entries of a machine that form one Slurm partition.
using Members = std::vector<Partition const*>;

std::vector<Members> slurm_partitions(System const& system) {
    std::vector<Members> all;
    for (Partition const& partition : system.partitions) {
        auto const same = std::ranges::find_if(all, [&](Members const& members) {
            return members.front()->slurm_name == partition.slurm_name;
        });
        if (same == all.end())
            all.push_back({&partition});
        else
            same->push_back(&partition);
    }
    return all;
}

/// TRESBillingWeights of a partition: by device type if their prices differ.
slurm::TresWeights
billing_weights(System const& system, Members const& members, slurm::TresTable& tres) {
    slurm::TresWeights weights;
    BillingRule const& rule = members.front()->billing;
    auto const add = [&](std::size_t position, double price) {
        if (price > 0.0) weights.emplace_back(position, price * price_parts);
    };
    add(slurm::tres::cpu, rule.per_core_hour);
    add(slurm::tres::mem, rule.per_gib_hour / 1024.0);
    add(slurm::tres::node, rule.per_node_hour);
    bool const one_price = std::ranges::all_of(members, [&](Partition const* member) {
        return member->billing.per_gpu_hour == rule.per_gpu_hour;
    });
    if (one_price) {
        if (rule.per_gpu_hour > 0.0) add(tres.add("gres/gpu"), rule.per_gpu_hour);
        return weights;
    }
    std::set<std::string> seen;
    for (Partition const* member : members) {
        NodeType const& type = system.node_type_of(*member);
        if (type.gpus > 0 && seen.insert(type.gres).second)
            add(tres.add("gres/gpu:" + type.gres), member->billing.per_gpu_hour);
    }
    return weights;
}

slurm::PreemptMode preempt_mode(PreemptedJobs jobs) {
    switch (jobs) {
        case PreemptedJobs::requeue: return slurm::PreemptMode::requeue;
        case PreemptedJobs::cancel: return slurm::PreemptMode::cancel;
        case PreemptedJobs::keep_running: break;
    }
    return slurm::PreemptMode::off;
}

void set_limits(slurm::Partition& to, Members const& members) {
    Limits limits = members.front()->limits;
    for (Partition const* member : members) limits = widest(limits, member->limits);
    to.min_nodes = limits.min_nodes.value_or(0);
    to.max_nodes = limits.max_nodes;
    if (limits.max_time) to.max_minutes = minutes_of(*limits.max_time);
    if (members.front()->default_time)
        to.default_minutes = minutes_of(*members.front()->default_time);
    if (limits.max_gpus || limits.max_running || limits.max_submitted)
        to.qos = partition_qos_name(to.name);
}

slurm::Partition describe(System const& system,
                          Members const& members,
                          NodeLayout const& layout,
                          slurm::Site& site) {
    slurm::Partition to;
    Partition const& first = *members.front();
    to.name = first.slurm_name;
    std::set<std::int32_t> nodes;
    for (Partition const* member : members) {
        std::vector<std::int32_t> const own = layout.nodes_of(*member);
        nodes.insert(own.begin(), own.end());
        to.is_default = to.is_default || member->is_default;
        to.priority_tier = std::max(to.priority_tier, member->priority_tier);
        to.priority_job_factor = std::max(to.priority_job_factor, member->priority_factor);
    }
    if (members.size() == 1) to.priority_tier = first.priority_tier;
    to.nodes.assign(nodes.begin(), nodes.end());
    if (first.exclusive) {
        to.oversubscribe = slurm::OverSubscribe::exclusive;
        to.max_share = 0;
    }
    set_limits(to, members);
    to.billing_weights = billing_weights(system, members, site.tres);
    to.def_cpu_per_gpu = first.defaults.cores_per_gpu;
    to.def_mem_per_gpu_mb = megabytes(first.defaults.memory_per_gpu);
    if (!to.def_mem_per_gpu_mb) to.def_mem_per_cpu_mb = megabytes(first.defaults.memory_per_core);
    to.preempt_mode = preempt_mode(first.preempted_jobs);
    return to;
}

/// A job may use the QOS that its partition lists, and those of campaigns.
void allow_qos(System const& system, slurm::Site& site) {
    std::vector<NamedQos> const all = named_qos(system);
    for (slurm::Partition& partition : site.partitions) {
        for (NamedQos const& one : all)
            if (one.partition == partition.name) partition.allow_qos.push_back(one.slurm_name);
        partition.allow_qos.emplace_back(campaign_qos);
    }
}

void describe_reservations(System const& system, NodeLayout const& layout, slurm::Site& site) {
    for (Partition const& partition : system.partitions) {
        if (partition.reservation.empty()) continue;
        slurm::Reservation one;
        one.name = partition.reservation;
        one.duration = for_ever;
        one.nodes = layout.nodes_of(partition);
        for (slurm::Association const& association : site.associations)
            if (!association.is_user() && association.account != "root")
                one.accounts.push_back(association.account);
        site.reservations.push_back(std::move(one));
    }
}

/// True if a partition bills only the most expensive of several resources.
bool bills_dearest(System const& system) {
    return std::ranges::any_of(
        system.partitions,
        [](Partition const& partition) {
            BillingRule const& rule = partition.billing;
            int const rates = (rule.per_core_hour > 0.0) + (rule.per_gpu_hour > 0.0) +
                              (rule.per_gib_hour > 0.0) + (rule.per_node_hour > 0.0);
            return rates > 1 && rule.combine == BillingRule::Combine::max;
        });
}

void set_preemption(System const& system, slurm::Settings& to) {
    bool const by_qos = std::ranges::any_of(
        system.partitions,
        [](Partition const& partition) {
            return std::ranges::any_of(
                partition.qos, [](Qos const& qos) { return !qos.preempts.empty(); });
        });
    bool const by_tier = std::ranges::any_of(system.partitions, [](Partition const& partition) {
        return partition.preempted_jobs != PreemptedJobs::keep_running;
    });
    if (!by_qos && !by_tier) return;
    to.preempt_type = by_qos ? slurm::PreemptType::qos : slurm::PreemptType::partition_prio;
    to.preempt_mode = slurm::PreemptMode::requeue;
}

}  // namespace

slurm::Site site_without_people(System const& system) {
    slurm::Site site;
    slurm::Settings& settings = site.settings;
    settings.cluster_name = system.name;
    settings.enforce = {.associations = true, .limits = true, .qos = true, .safe = false};
    settings.accounting_storage = true;
    // Slurm's default of 10,000 would refuse part of the background load of a large machine; sites
    // raise it.
    settings.max_job_count = 1'000'000;
    settings.priority.max_tres = bills_dearest(system);
    set_preemption(system, settings);

    NodeLayout const layout(system);
    layout.describe(system, site);
    describe_qos(system, site);
    for (Members const& members : slurm_partitions(system))
        site.partitions.push_back(describe(system, members, layout, site));
    if (settings.preempt_type != slurm::PreemptType::partition_prio)
        for (slurm::Partition& partition : site.partitions) partition.preempt_mode.reset();
    allow_qos(system, site);
    return site;
}

slurm::Site machine_site(System const& system, UserPopulation const& people) {
    if (system.has_slurm_file()) return imported_site(system, people);
    slurm::Site site = site_without_people(system);
    if (system.slurm.kind == ConfigNode::Kind::mapping) {
        Diagnostics problems;
        site = slurm::read_site_over(std::move(site), settings_of(system.slurm), problems);
        CS_ENSURE(!problems.has_errors(), "a machine's Slurm block was checked when it was read");
    }
    Diagnostics known;  // checked when the machine was read
    describe_people(people, read_fair_share_tree(system.slurm, known), site);
    describe_reservations(system, NodeLayout(system), site);
    return site;
}

}  // namespace clustersim
