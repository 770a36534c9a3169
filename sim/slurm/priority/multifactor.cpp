// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/multifactor.hpp"

#include <algorithm>
#include <cstddef>

namespace clustersim::slurm {

namespace {

/// Divides values by the largest of them, or leaves them as they are.
template <class Object, class Value>
std::vector<double> normalised(std::vector<Object> const& objects, Value value, bool raw) {
    double largest = 0.0;
    for (auto const& object : objects)
        largest = std::max(largest, static_cast<double>(value(object)));
    std::vector<double> factors;
    factors.reserve(objects.size());
    for (auto const& object : objects) {
        auto const own = static_cast<double>(value(object));
        factors.push_back(raw ? own : largest > 0 ? own / largest : 0.0);
    }
    return factors;
}

double at(std::vector<double> const& factors, std::int32_t index) {
    return index < 0 ? 0.0 : factors[static_cast<std::size_t>(index)];
}

void add(TresCounts& totals, std::optional<std::size_t> position, std::int64_t amount) {
    if (position) totals[*position] += amount;
}

/// The factor before clipping. n, c: nodes and CPUs of the job; N, C: of the cluster.
double
unclipped_size(JobSize const& job, ClusterSize const& cluster, PrioritySettings const& settings) {
    auto const n = static_cast<double>(job.min_nodes);
    auto const c = static_cast<double>(job.cpus);
    auto const all_nodes = static_cast<double>(cluster.nodes);
    auto const all_cpus = static_cast<double>(cluster.cpus);
    if (settings.small_relative_to_time) {
        auto const size = std::max(n * all_cpus / all_nodes, c);
        auto const minutes =
            static_cast<double>(std::max<std::int64_t>(job.limit_minutes.value_or(1), 1));
        auto const relative = size / minutes / all_cpus;
        return settings.favor_small ? 1.0 - relative : relative;
    }
    if (settings.favor_small) {
        auto const nodes = (all_nodes - n) / all_nodes;
        return job.cpus > 0 ? (nodes + (all_cpus - c) / all_cpus) / 2.0 : nodes;
    }
    return job.cpus > 0 ? (n / all_nodes + c / all_cpus) / 2.0 : n / all_nodes;
}

}  // namespace

ClusterSize cluster_size(Site const& site) {
    ClusterSize size;
    size.nodes = std::ssize(site.nodes);
    for (auto const& node : site.nodes)
        size.cpus += site.records[static_cast<std::size_t>(node.record)].cpus;
    return size;
}

TresCounts partition_totals(Site const& site, std::int32_t partition) {
    TresCounts totals(site.tres.size(), 0);
    for (auto const node : site.partitions[static_cast<std::size_t>(partition)].nodes) {
        auto const& record = site.record_of(node);
        totals[tres::cpu] += record.cpus;
        totals[tres::mem] += record.real_memory_mb;
        totals[tres::node] += 1;
        for (auto const& gres : record.gres) {
            auto const name = "gres/" + gres.name;
            add(totals, site.tres.find(name), gres.count);
            if (!gres.type.empty()) add(totals, site.tres.find(name + ":" + gres.type), gres.count);
        }
    }
    return totals;
}

double age_factor(std::optional<Instant> accrue, Instant now, Seconds max_age) {
    if (!accrue || *accrue >= now) return 0.0;
    auto const waited = now - *accrue;
    if (waited >= max_age) return 1.0;
    return static_cast<double>(waited.count) / static_cast<double>(max_age.count);
}

double
job_size_factor(JobSize const& job, ClusterSize const& cluster, PrioritySettings const& settings) {
    if (cluster.nodes == 0 || cluster.cpus == 0) return 0.0;
    return std::clamp(unclipped_size(job, cluster, settings), 0.0, 1.0);
}

Multifactor::Multifactor(Site const& site)
    : settings_(site.settings.priority),
      cluster_(cluster_size(site)),
      partition_(normalised(
          site.partitions,
          [](Partition const& p) { return p.priority_job_factor; },
          settings_.no_normal_part)),
      association_(normalised(
          site.associations,
          [](Association const& a) { return a.priority; },
          settings_.no_normal_assoc)),
      qos_(normalised(
          site.qos, [](Qos const& q) { return q.priority; }, settings_.no_normal_qos)) {
    if (!site.settings.accounting_storage) {
        settings_.weight_age = 0;
        settings_.weight_fairshare = 0;
    }
    if (!settings_.weight_tres.empty())
        for (std::int32_t p = 0; p < std::ssize(site.partitions); ++p)
            totals_.push_back(partition_totals(site, p));
}

double Multifactor::partition_factor(std::int32_t partition) const {
    return at(partition_, partition);
}

double Multifactor::association_factor(std::int32_t association) const {
    return at(association_, association);
}

double Multifactor::qos_factor(std::int32_t qos) const {
    return at(qos_, qos);
}

double Multifactor::age_factor(std::optional<Instant> accrue, Instant now) const {
    return slurm::age_factor(accrue, now, Seconds{settings_.max_age});
}

double Multifactor::job_size_factor(JobSize const& job) const {
    return slurm::job_size_factor(job, cluster_, settings_);
}

std::vector<double> Multifactor::tres_factors(std::int32_t partition,
                                              std::span<std::int64_t const> requested) const {
    std::vector<double> factors;
    factors.reserve(settings_.weight_tres.size());
    for (auto const& [position, weight] : settings_.weight_tres) {
        auto const amount =
            position < requested.size() ? static_cast<double>(requested[position]) : 0.0;
        if (settings_.no_normal_tres) {
            factors.push_back(amount);
            continue;
        }
        auto const total = totals_[static_cast<std::size_t>(partition)][position];
        factors.push_back(total > 0 ? amount / static_cast<double>(total) : 0.0);
    }
    return factors;
}

std::vector<double> Multifactor::weighted_tres(std::vector<double> factors) const {
    for (std::size_t i = 0; i < factors.size(); ++i) factors[i] *= settings_.weight_tres[i].second;
    return factors;
}

WeightedFactors Multifactor::weigh(PriorityFactors const& factors) const {
    return {.age = settings_.weight_age * factors.age,
            .assoc = settings_.weight_assoc * factors.assoc,
            .fairshare = settings_.weight_fairshare * factors.fairshare,
            .job_size = settings_.weight_job_size * factors.job_size,
            .partition = settings_.weight_partition * factors.partition,
            .qos = settings_.weight_qos * factors.qos,
            .tres = weighted_tres(factors.tres),
            .site = factors.site,
            .nice = factors.nice};
}

void Multifactor::reweigh(WeightedFactors& weighted, double age, double fairshare) const {
    weighted.age = settings_.weight_age * age;
    weighted.fairshare = settings_.weight_fairshare * fairshare;
}

}  // namespace clustersim::slurm
