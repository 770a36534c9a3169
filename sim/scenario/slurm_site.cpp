// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/slurm_site.hpp"

#include "sim/core/ensure.hpp"
#include "sim/scenario/slurm_nodes.hpp"
#include "sim/scenario/slurm_qos.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace clustersim {
namespace {

/// Longer than any study: standing reservations have no end.
constexpr Seconds for_ever{3650 * std::int64_t{86400}};
/// Slurm cuts a job's billing to a whole number, so prices are counted in sixteenths, as Berzelius
/// does: 8, 16 and 32 for half, one and two GPU-hours.
constexpr double price_parts = 16.0;

std::int64_t minutes_of(Seconds time) {
    return (time.count + 59) / 60;
}

std::optional<std::int64_t> megabytes(std::optional<Bytes> memory) {
    return memory ? std::optional(mebibytes(*memory)) : std::nullopt;
}

/// The entries of a machine that make up one Slurm partition.
using Members = std::vector<Partition const*>;

std::vector<Members> slurm_partitions(System const& system) {
    std::vector<Members> all;
    for (Partition const& partition : system.partitions) {
        auto const same = std::ranges::find_if(all, [&](Members const& members) {
            return members.front()->slurm_name == partition.slurm_name;
        });
        if (same == all.end()) {
            all.push_back({&partition});
        } else {
            same->push_back(&partition);
        }
    }
    return all;
}

/// TRESBillingWeights of a partition: by device type where types cost differently.
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
        for (NamedQos const& one : all) {
            if (one.partition == partition.name) partition.allow_qos.push_back(one.slurm_name);
        }
        partition.allow_qos.emplace_back(campaign_qos);
    }
}

void describe_people(UserPopulation const& people, slurm::Site& site) {
    auto const add = [&](std::string account, std::string user, std::int32_t parent) {
        slurm::Association one;
        one.account = std::move(account);
        one.user = std::move(user);
        one.parent = parent;
        site.associations.push_back(std::move(one));
        return static_cast<std::int32_t>(site.associations.size()) - 1;
    };
    std::int32_t const root = add("root", "", -1);
    add("root", "root", root);
    for (slurm::Qos const& qos : site.qos) {
        site.associations.front().allowed_qos.push_back(qos.name);
    }
    site.associations.front().default_qos = "normal";
    std::vector<std::int64_t> shares;
    for (CrowdAccount const& account : people.accounts) {
        std::int32_t const parent = add(account.name, "", root);
        site.associations.back().shares = account.shares;
        shares.push_back(account.shares);
        for (CrowdUser const& user : people.users) {
            if (user.account == account.name) add(account.name, user.name, parent);
        }
    }
    std::ranges::sort(shares);
    std::int32_t const own = add(study_account, "", root);
    site.associations.back().shares = shares.empty() ? 1 : shares[shares.size() / 2];
    add(study_account, study_user, own);
}

void describe_reservations(System const& system, NodeLayout const& layout, slurm::Site& site) {
    for (Partition const& partition : system.partitions) {
        if (partition.reservation.empty()) continue;
        slurm::Reservation one;
        one.name = partition.reservation;
        one.duration = for_ever;
        one.nodes = layout.nodes_of(partition);
        for (slurm::Association const& association : site.associations) {
            if (!association.is_user() && association.account != "root")
                one.accounts.push_back(association.account);
        }
        site.reservations.push_back(std::move(one));
    }
}

slurm::Release release_of(std::string const& text) {
    // "23.11" is 2311.
    if (text.empty()) return {};
    return {std::stoi(text.substr(0, 2)) * 100 + std::stoi(text.substr(3, 2))};
}

void set_scheduler(SchedulerParameters const& from, slurm::SchedulerSettings& to) {
    auto const set = [](auto const& value, std::int64_t& place) {
        if (value) place = *value;
    };
    auto const set_time = [](std::optional<Seconds> const& value, std::int64_t& place) {
        if (value) place = value->count;
    };
    slurm::BackfillSettings& backfill = to.backfill;
    set_time(from.bf_interval, backfill.interval);
    set_time(from.bf_resolution, backfill.resolution);
    if (from.bf_window) backfill.window_minutes = minutes_of(*from.bf_window);
    set(from.bf_max_job_test, backfill.max_job_test);
    set(from.bf_max_job_start, backfill.max_job_start);
    set(from.bf_max_job_part, backfill.max_job_part);
    set(from.bf_max_job_user, backfill.max_job_user);
    set(from.default_queue_depth, to.default_queue_depth);
    set(from.partition_job_depth, to.partition_job_depth);
    set_time(from.sched_interval, to.sched_interval);
}

/// Priorities are multifactor as soon as a weight is known; without one Slurm's default is first come
/// first served.
void set_priority(System const& system, slurm::TresTable& tres, slurm::PrioritySettings& to) {
    PriorityWeights const& from = system.priority;
    bool const any =
        from.age || from.fairshare || from.job_size || from.partition || from.qos || from.tres;
    to.type = any ? slurm::PriorityType::multifactor : slurm::PriorityType::basic;
    to.weight_age = from.age.value_or(0.0);
    to.weight_fairshare = from.fairshare.value_or(0.0);
    to.weight_job_size = from.job_size.value_or(0.0);
    to.weight_partition = from.partition.value_or(0.0);
    to.weight_qos = from.qos.value_or(0.0);
    if (from.tres.value_or(0.0) > 0.0) {
        to.weight_tres = {{slurm::tres::cpu, *from.tres}, {tres.add("gres/gpu"), *from.tres}};
    }
    auto const seconds_of = [](Duration time) { return std::llround(time.si()); };
    if (from.half_life) to.decay_half_life = seconds_of(*from.half_life);
    if (from.max_age) to.max_age = seconds_of(*from.max_age);
    to.max_tres = std::ranges::any_of(system.partitions, [](Partition const& partition) {
        BillingRule const& rule = partition.billing;
        int const rates = (rule.per_core_hour > 0.0) + (rule.per_gpu_hour > 0.0) +
                          (rule.per_gib_hour > 0.0) + (rule.per_node_hour > 0.0);
        return rates > 1 && rule.combine == BillingRule::Combine::max;
    });
}

void set_preemption(System const& system, slurm::Settings& to) {
    bool const by_qos = std::ranges::any_of(system.partitions, [](Partition const& partition) {
        return std::ranges::any_of(partition.qos,
                                   [](Qos const& qos) { return !qos.preempts.empty(); });
    });
    bool const by_tier = std::ranges::any_of(system.partitions, [](Partition const& partition) {
        return partition.preempted_jobs != PreemptedJobs::keep_running;
    });
    if (!by_qos && !by_tier) return;
    to.preempt_type = by_qos ? slurm::PreemptType::qos : slurm::PreemptType::partition_prio;
    to.preempt_mode = slurm::PreemptMode::requeue;
}

}  // namespace

slurm::Site slurm_site(System const& system, UserPopulation const& people) {
    slurm::Site site;
    slurm::Settings& settings = site.settings;
    settings.cluster_name = system.name;
    settings.release = release_of(system.scheduler.release);
    settings.enforce = {.associations = true, .limits = true, .qos = true, .safe = false};
    settings.accounting_storage = true;
    // Slurm's default of 10,000 would turn away the crowd of a large machine; sites raise it.
    settings.max_job_count = 1'000'000;
    if (system.scheduler.complete_wait)
        settings.complete_wait = system.scheduler.complete_wait->count;
    set_scheduler(system.scheduler, settings.scheduler);
    set_preemption(system, settings);

    NodeLayout const layout(system);
    layout.describe(system, site);
    describe_qos(system, site);
    for (Members const& members : slurm_partitions(system))
        site.partitions.push_back(describe(system, members, layout, site));
    if (settings.preempt_type != slurm::PreemptType::partition_prio) {
        for (slurm::Partition& partition : site.partitions) partition.preempt_mode.reset();
    }
    allow_qos(system, site);
    set_priority(system, site.tres, settings.priority);
    describe_people(people, site);
    describe_reservations(system, layout, site);
    return site;
}

}  // namespace clustersim
