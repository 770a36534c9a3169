// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/machine_qos.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace clustersim {
namespace {

constexpr std::int64_t no_limit = 1'000'000'000;

template <class T, class Wider>
std::optional<T> either(std::optional<T> const& a, std::optional<T> const& b, Wider wider) {
    if (!a || !b) return std::nullopt;
    return wider(*a, *b) ? a : b;
}

/// Sets the limits on a job's size in a QOS.
void limit_size(Limits const& limits, std::size_t gpu, slurm::Qos& qos) {
    if (limits.max_nodes) qos.job.tres.set(slurm::tres::node, *limits.max_nodes);
    if (limits.min_nodes) qos.min_tres_per_job.set(slurm::tres::node, *limits.min_nodes);
    if (limits.max_gpus) qos.job.tres.set(gpu, *limits.max_gpus);
}

void limit_counts(Limits const& limits, slurm::Qos& qos) {
    qos.max_submit_per_user = limits.max_submitted;
    qos.max_jobs_per_user = limits.max_running;
}

std::int64_t whole_minutes(Seconds time) {
    return (time.count + 59) / 60;
}

slurm::Qos slurm_qos(NamedQos const& named, std::size_t gpu) {
    slurm::Qos qos;
    qos.name = named.slurm_name;
    qos.priority = static_cast<std::int64_t>(named.qos.priority);
    limit_size(named.qos.limits, gpu, qos);
    limit_counts(named.qos.limits, qos);
    if (named.qos.limits.max_time) qos.job.wall_minutes = whole_minutes(*named.qos.limits.max_time);
    // A job's QOS may allow more than its partition: the limits it sets apply, and the partition's
    // for the rest.
    qos.flags.over_part_qos = true;
    qos.flags.partition_max_nodes = named.qos.limits.max_nodes.has_value();
    qos.flags.partition_min_nodes = named.qos.limits.min_nodes.has_value();
    qos.flags.partition_time_limit = named.qos.limits.max_time.has_value();
    if (named.qos.preemptible) qos.preempt_mode = slurm::PreemptMode::requeue;
    return qos;
}

}  // namespace

slurm::Qos unlimited_qos(std::size_t gpu) {
    slurm::Qos qos;
    qos.name = campaign_qos;
    qos.job.tres.set(slurm::tres::node, no_limit);
    qos.job.tres.set(gpu, no_limit);
    qos.max_submit_per_user = no_limit;
    qos.max_jobs_per_user = no_limit;
    qos.flags.over_part_qos = true;
    qos.flags.partition_max_nodes = true;
    qos.flags.partition_min_nodes = true;
    qos.flags.partition_time_limit = true;
    return qos;
}

namespace {

/// The limits of a partition that Slurm can only have in a partition QOS.
slurm::Qos partition_qos(std::string const& name, Limits const& limits, std::size_t gpu) {
    slurm::Qos qos;
    qos.name = partition_qos_name(name);
    if (limits.max_gpus) qos.job.tres.set(gpu, *limits.max_gpus);
    limit_counts(limits, qos);
    return qos;
}

std::vector<NamedQos> merged_by_partition(System const& system) {
    std::vector<NamedQos> all;
    for (Partition const& partition : system.partitions) {
        std::vector<Qos> listed = partition.qos;
        if (listed.empty()) listed.push_back({.name = "normal", .limits = {}, .preempts = {}});
        for (Qos const& qos : listed) {
            auto const same = std::ranges::find_if(all, [&](NamedQos const& one) {
                return one.partition == partition.slurm_name && one.qos.name == qos.name;
            });
            if (same == all.end())
                all.push_back({qos.name, partition.slurm_name, qos});
            else
                same->qos.limits = widest(same->qos.limits, qos.limits);
        }
    }
    return all;
}

}  // namespace

Limits widest(Limits const& a, Limits const& b) {
    auto const more = [](auto x, auto y) { return x > y; };
    auto const less = [](auto x, auto y) { return x < y; };
    return {.min_nodes = either(a.min_nodes, b.min_nodes, less),
            .max_nodes = either(a.max_nodes, b.max_nodes, more),
            .max_gpus = either(a.max_gpus, b.max_gpus, more),
            .max_time = either(a.max_time, b.max_time, more),
            .max_submitted = either(a.max_submitted, b.max_submitted, more),
            .max_running = either(a.max_running, b.max_running, more)};
}

std::string partition_qos_name(std::string const& slurm_partition) {
    return "part_" + slurm_partition;
}

std::vector<NamedQos> named_qos(System const& system) {
    std::vector<NamedQos> all = merged_by_partition(system);
    // In a file of the site, QOS names are unique; limits that differ by partition are then the
    // partition's.
    if (system.has_slurm_file()) return all;
    std::map<std::string, Qos> first;
    for (NamedQos& one : all) {
        auto const [known, fresh] = first.emplace(one.qos.name, one.qos);
        if (!fresh && known->second != one.qos) one.slurm_name += "-" + one.partition;
    }
    return all;
}

void describe_qos(System const& system, slurm::Site& site) {
    std::size_t const gpu = site.tres.add("gres/gpu");
    std::vector<NamedQos> const all = named_qos(system);
    auto const add = [&](slurm::Qos qos) {
        if (!site.find_qos(qos.name)) site.qos.push_back(std::move(qos));
    };
    for (NamedQos const& one : all)
        if (one.slurm_name == "normal") add(slurm_qos(one, gpu));
    if (site.qos.empty()) {
        site.qos.emplace_back();
        site.qos.back().name = "normal";
    }
    for (NamedQos const& one : all) add(slurm_qos(one, gpu));
    for (NamedQos const& one : all) {
        slurm::Qos& preemptor = site.qos[static_cast<std::size_t>(*site.find_qos(one.slurm_name))];
        for (NamedQos const& victim : all)
            if (victim.partition == one.partition &&
                std::ranges::count(one.qos.preempts, victim.qos.name) > 0 &&
                std::ranges::count(preemptor.preempt, victim.slurm_name) == 0)
                preemptor.preempt.push_back(victim.slurm_name);
    }
    std::map<std::string, Limits> partitions;
    for (Partition const& partition : system.partitions) {
        auto const [known, fresh] = partitions.emplace(partition.slurm_name, partition.limits);
        if (!fresh) known->second = widest(known->second, partition.limits);
    }
    for (auto const& [name, limits] : partitions)
        if (limits.max_gpus || limits.max_running || limits.max_submitted)
            add(partition_qos(name, limits, gpu));
    add(unlimited_qos(gpu));
}

}  // namespace clustersim
