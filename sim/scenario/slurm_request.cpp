// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/slurm_request.hpp"

#include "sim/scenario/site_limits.hpp"
#include "sim/slurm/read/machine/machine_qos.hpp"
#include "sim/slurm/read/machine/node_layout.hpp"

#include <algorithm>

namespace clustersim {
namespace {

bool mixes_types(System const& system, Partition const& partition) {
    return std::ranges::any_of(
        system.partitions,
        [&](Partition const& other) {
            return other.slurm_name == partition.slurm_name &&
                   other.node_type != partition.node_type;
        });
}

/// The devices of one node that a job requests.
std::int32_t devices_of(Job const& job, SlurmPlace const& place) {
    if (place.fixed) return place.fixed->gpus;
    return place.whole_nodes ? place.gpus : std::min(job.units, place.gpus);
}

bool admits(AdmittingQos const& qos, SlurmPlace const& place, Job const& job) {
    int const gpus = job.nodes * devices_of(job, place);
    return !broken_limit(qos.limits, {job.nodes, gpus, job.requested});
}

/// Changes a job's size to fit the limits.
void fit_size(Limits const& limits, SlurmPlace const& place, Job& job) {
    std::int32_t nodes = std::min(job.nodes, place.nodes);
    if (limits.max_nodes) nodes = std::min(nodes, *limits.max_nodes);
    if (limits.max_gpus && place.gpus > 0) {
        if (job.nodes == 1 && !place.whole_nodes) job.units = std::min(job.units, *limits.max_gpus);
        nodes = std::min(nodes, std::max(1, *limits.max_gpus / devices_of(job, place)));
    }
    job.nodes = nodes;
    if (limits.min_nodes && nodes < *limits.min_nodes) {
        std::int64_t const had = std::int64_t{nodes} * job.units;
        job.units = place.whole_nodes || place.gpus == 0 ? 1 : place.gpus;
        job.nodes = *limits.min_nodes;
        std::int64_t const has = job.total_units();
        job.run.count = std::max<std::int64_t>(1, job.run.count * had / has);
    }
}

}  // namespace

namespace {

/// Applies the amounts per node that Slurm allows a job at most, in a site file. The maxima in the
/// other machine files describe the habits of their sites and only affect the price.
void keep_to_most(MaxTresPerNode const& most, SlurmPlace& place) {
    if (most.cores) place.cores = std::min(place.cores, *most.cores);
    if (most.memory) place.memory_mb = std::min(place.memory_mb, mebibytes(*most.memory));
}

}  // namespace

SlurmPlace slurm_place(System const& system, Partition const& partition) {
    NodeType const& type = system.node_type_of(partition);
    slurm::NodeRecord const record = node_record(system, type);
    SlurmPlace place;
    place.partition = partition.slurm_name;
    place.reservation = partition.reservation;
    place.constraint = partition.constraint;
    if (place.constraint.empty() && place.reservation.empty() && mixes_types(system, partition))
        place.constraint = type.name;
    place.gres_type = type.gres;
    place.nodes =
        system.has_slurm_file() ? partition.nodes : NodeLayout(system).node_count_of(partition);
    place.gpus = type.gpus;
    place.cores = record.cores();
    place.memory_mb = record.schedulable_memory_mb();
    place.local_disk_mb = record.tmp_disk_mb;
    if (system.has_slurm_file()) keep_to_most(partition.max_tres_per_node, place);
    place.whole_nodes = partition.exclusive || type.gpus == 0;
    place.fixed = partition.fixed;
    if (type.gpus > 0) {
        place.cores_per_gpu =
            partition.defaults.cores_per_gpu.value_or(std::max(1, place.cores / type.gpus));
        place.memory_per_gpu_mb = place.memory_mb / type.gpus;
        if (partition.defaults.memory_per_gpu) {
            place.memory_per_gpu_mb =
                std::min(place.memory_per_gpu_mb, mebibytes(*partition.defaults.memory_per_gpu));
        }
    }
    for (NamedQos const& one : named_qos(system)) {
        if (one.partition != partition.slurm_name) continue;
        auto const own = std::ranges::find(partition.qos, one.qos.name, &Qos::name);
        if (own == partition.qos.end() && !partition.qos.empty()) continue;
        Qos const* qos = own == partition.qos.end() ? nullptr : &*own;
        place.qos.push_back({one.qos.name, one.slurm_name, limits_under(partition, qos)});
    }
    return place;
}

slurm::JobRequest slurm_request(Job const& job, SlurmPlace const& place) {
    slurm::JobRequest request;
    request.number = job.id;
    request.submit = job.submit;
    request.partition = place.partition;
    request.constraint = place.constraint;
    request.reservation = place.reservation;
    request.min_nodes = job.nodes;
    request.max_nodes = job.nodes;
    request.ntasks = job.nodes;
    request.ntasks_per_node = 1;
    request.time_minutes = std::max<std::int64_t>(1, (job.requested.count + 59) / 60);
    request.run_times = {job.run};
    std::int32_t const devices = devices_of(job, place);
    bool const whole = !place.fixed && (place.gpus == 0 || devices == place.gpus);
    if (whole) {
        request.exclusive = slurm::Exclusive::whole_nodes;
        request.cpus_per_task = place.cores;
        request.mem_per_node_mb = place.memory_mb;
    } else {
        std::int32_t const cores = place.fixed ? place.fixed->cores : devices * place.cores_per_gpu;
        request.cpus_per_task = std::min(cores, place.cores);
        request.mem_per_node_mb = std::min(place.memory_mb, devices * place.memory_per_gpu_mb);
    }
    if (devices > 0) {
        slurm::GresRequest gres;
        gres.type = place.gres_type;
        gres.count = devices;
        request.gres.push_back(std::move(gres));
    }
    return request;
}

std::string SlurmPlace::file_name_of(std::string const& slurm_qos) const {
    auto const found = std::ranges::find(qos, slurm_qos, &AdmittingQos::slurm_name);
    return found == qos.end() ? slurm_qos : found->name;
}

AdmittingQos const* admitting_qos(SlurmPlace const& place, Job const& job) {
    auto const found = std::ranges::find_if(
        place.qos, [&](AdmittingQos const& qos) { return admits(qos, place, job); });
    return found == place.qos.end() ? nullptr : &*found;
}

AdmittingQos const& fit_to_site(SlurmPlace const& place, Job& job) {
    if (AdmittingQos const* qos = admitting_qos(place, job)) return *qos;
    auto const by_size = std::ranges::find_if(place.qos, [&](AdmittingQos const& qos) {
        Job short_one = job;
        short_one.requested = Seconds{1};
        return admits(qos, place, short_one);
    });
    AdmittingQos const& qos = by_size == place.qos.end() ? place.qos.front() : *by_size;
    fit_size(qos.limits, place, job);
    if (qos.limits.max_time) job.requested = std::min(job.requested, *qos.limits.max_time);
    job.run = std::min(job.run, job.requested);
    return qos;
}

}  // namespace clustersim
