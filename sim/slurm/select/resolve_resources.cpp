// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/resolve_resources.hpp"

#include "sim/core/hostlist.hpp"
#include "sim/slurm/select/resolve_gres.hpp"
#include "sim/slurm/select/select_scratch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim::slurm {

namespace {

constexpr auto bad_gres = "Invalid generic resource (gres) specification";
constexpr auto bad_nodes = "Invalid node name specified";
constexpr auto bad_node_count = "Node count specification invalid";
constexpr auto bad_memory = "Memory required by task is not available";

/// The defaults of sbatch: one task per node, or the given tasks per node (spec 2.7).
void complete_tasks(JobRequest const& job, TaskCounts& counts) {
    if (!counts.ntasks && counts.min_nodes) {
        counts.ntasks = *counts.min_nodes * counts.ntasks_per_node.value_or(1);
        return;
    }
    if (job.ntasks && counts.min_nodes && *counts.ntasks < *counts.min_nodes) {
        counts.min_nodes = std::max(1, *counts.ntasks);
        if (counts.max_nodes) counts.max_nodes = std::max(1, *counts.ntasks);
    }
}

MemoryNeed default_memory(Site const& site, Partition const& partition, bool gpus) {
    auto const& settings = site.settings;
    auto const gpu =
        partition.def_mem_per_gpu_mb ? partition.def_mem_per_gpu_mb : settings.def_mem_per_gpu_mb;
    if (gpus && gpu) return {MemoryBasis::per_gpu, *gpu};
    for (auto const& [per_node, per_cpu] :
         {std::pair{partition.def_mem_per_node_mb, partition.def_mem_per_cpu_mb},
          std::pair{settings.def_mem_per_node_mb, settings.def_mem_per_cpu_mb}}) {
        if (per_node && *per_node > 0) return {MemoryBasis::per_node, *per_node};
        if (per_cpu && *per_cpu > 0) return {MemoryBasis::per_cpu, *per_cpu};
    }
    return {MemoryBasis::whole_node, 0};
}

MemoryNeed
asked_memory(Site const& site, JobRequest const& job, Partition const& partition, bool gpus) {
    if (job.mem_per_node_mb) {
        return *job.mem_per_node_mb == 0 ? MemoryNeed{MemoryBasis::whole_node, 0}
                                         : MemoryNeed{MemoryBasis::per_node, *job.mem_per_node_mb};
    }
    if (job.mem_per_cpu_mb) {
        return *job.mem_per_cpu_mb == 0 ? MemoryNeed{MemoryBasis::whole_node, 0}
                                        : MemoryNeed{MemoryBasis::per_cpu, *job.mem_per_cpu_mb};
    }
    if (job.mem_per_gpu_mb) return {MemoryBasis::per_gpu, *job.mem_per_gpu_mb};
    return default_memory(site, partition, gpus);
}

/// MaxMemPerCPU and MaxMemPerNode (spec 6.12). Returns false if the job requests more than allowed.
bool limit_memory(Site const& site,
                  Partition const& partition,
                  MemoryNeed& memory,
                  std::optional<std::int32_t>& cpus_per_task) {
    auto const per_cpu = partition.max_mem_per_cpu_mb ? partition.max_mem_per_cpu_mb
                                                      : site.settings.max_mem_per_cpu_mb;
    auto const per_node = partition.max_mem_per_node_mb ? partition.max_mem_per_node_mb
                                                        : site.settings.max_mem_per_node_mb;
    if (memory.basis == MemoryBasis::per_cpu && per_cpu && *per_cpu > 0 && memory.mb > *per_cpu) {
        auto const times = (memory.mb + *per_cpu - 1) / *per_cpu;
        cpus_per_task = static_cast<std::int32_t>(cpus_per_task.value_or(1) * times);
        memory.mb = (memory.mb + times - 1) / times;
    }
    return !(memory.basis == MemoryBasis::per_node && per_node && *per_node > 0 &&
             memory.mb > *per_node);
}

void set_manner(Site const& site, JobRequest const& job, ResourceRequest& out) {
    auto const& partition = site.partitions[static_cast<std::size_t>(out.partition)];
    out.whole_nodes = job.exclusive == Exclusive::whole_nodes || job.core_spec ||
                      partition.oversubscribe == OverSubscribe::exclusive ||
                      site.settings.select.linear;
    // If sharing is forced, not even --exclusive keeps other jobs off a job's cores.
    out.sharing =
        (partition.max_share > 1 || (site.settings.gang && partition.max_share == 1)) &&
        (partition.oversubscribe == OverSubscribe::force ||
         (partition.oversubscribe == OverSubscribe::yes && job.oversubscribe && !out.whole_nodes));
    // A job that may use the cores of others needs no nodes of its own, unless its partition
    // requires it.
    bool const stands_beside =
        partition.oversubscribe != OverSubscribe::exclusive && !site.settings.select.linear &&
        (!out.whole_nodes || site.settings.preempt_type != PreemptType::none ||
         (out.sharing && partition.max_share > 1));
    out.overlapping = site.settings.gang ? stands_beside : out.sharing;
    out.contiguous = job.contiguous;
    out.spread = job.spread;
    out.block_distribution = job.block_distribution;
    out.enforce_gres_binding = job.enforce_gres_binding;
    out.switches_asked = job.switches.count > 0;
    out.core_spec = job.core_spec.value_or(-1);
    out.tmp_disk_mb = job.tmp_disk_mb.value_or(0);
}

/// The nodes of -w; empty text: none. Returns false if a name is unknown.
bool find_required(Site const& site, JobRequest const& job, NodeSet& required) {
    if (job.node_list.empty()) return true;
    auto const names = expand_hostlist(job.node_list);
    if (!names) return false;
    required = NodeSet(site.nodes.size());
    auto lowest = static_cast<std::int32_t>(site.nodes.size()), highest = -1;
    for (auto const& name : *names) {
        auto const node = site.find_node(name);
        if (!node) return false;
        required.insert(*node);
        lowest = std::min(lowest, *node);
        highest = std::max(highest, *node);
    }
    for (auto node = lowest; job.contiguous && node <= highest; ++node) required.insert(node);
    return true;
}

/// The flags of the requested QOS: they may override limits of the partition (spec 1.4.3).
QosFlags flags_of(Site const& site, JobRequest const& job) {
    auto const qos = site.find_qos(job.qos);
    return qos ? site.qos[static_cast<std::size_t>(*qos)].flags : QosFlags{};
}

/// Sets node counts within the limits of the partition (spec 6.1.3).
void set_node_counts(Site const& site,
                     JobRequest const& job,
                     TaskCounts const& counts,
                     ResourceRequest& out) {
    auto const& partition = site.partitions[static_cast<std::size_t>(out.partition)];
    auto const flags = flags_of(site, job);
    auto const least = flags.partition_min_nodes ? 1 : partition.min_nodes;
    out.min_nodes = std::max({1, counts.min_nodes.value_or(1), least});
    if (out.has_required()) out.min_nodes = std::max(out.min_nodes, out.required.count());
    // As many nodes as the tasks need, whatever -N allows (observed).
    if (counts.ntasks && counts.ntasks_per_node && *counts.ntasks_per_node > 0)
        out.min_nodes = std::max(out.min_nodes, (*counts.ntasks - 1) / *counts.ntasks_per_node + 1);
    auto const limit = flags.partition_max_nodes
                           ? max_nodes_unlimited
                           : partition.max_nodes.value_or(max_nodes_unlimited);
    out.max_nodes = std::min({counts.max_nodes.value_or(limit), counts.nodes_with_devices, limit});
    out.one_node_asked = counts.max_nodes == 1;
    auto const given = job.max_nodes.has_value() && !job.use_min_nodes;
    out.requested_nodes = given ? std::max(out.max_nodes, out.min_nodes) : out.min_nodes;
}

/// Sets tasks, their CPUs, and with them the least CPUs of a node and of the job.
void set_tasks(JobRequest const& job, TaskCounts const& counts, ResourceRequest& out) {
    out.ntasks = counts.ntasks.value_or(1);
    out.ntasks_given = job.ntasks.has_value();
    out.ntasks_per_node = counts.ntasks_per_node.value_or(0);
    out.ntasks_per_socket = counts.ntasks_per_socket.value_or(0);
    out.ntasks_per_core = job.ntasks_per_core.value_or(0);
    out.cpus_per_task = std::max(1, counts.cpus_per_task.value_or(1));
    out.cpus_per_gpu = counts.cpus_per_gpu;
    out.sockets_per_node = counts.sockets_per_node.value_or(0);
    out.cores_per_socket = job.cores_per_socket.value_or(0);
    out.threads_per_core = job.threads_per_core.value_or(0);
    out.min_cpus_per_node = std::max({1,
                                      job.min_cpus_per_node.value_or(1),
                                      std::max(1, out.ntasks_per_node) * out.cpus_per_task});
    out.min_cpus = out.ntasks * out.cpus_per_task;
    for (auto const& need : out.gres) {
        if (need.name != "gpu" || out.cpus_per_gpu == 0) continue;
        auto const per_node = static_cast<std::int32_t>(need.per_node) * out.cpus_per_gpu;
        out.min_cpus_per_node = std::max(out.min_cpus_per_node, per_node);
        out.min_cpus =
            std::max(out.min_cpus, static_cast<std::int32_t>(need.per_job) * out.cpus_per_gpu);
    }
    out.min_cpus = std::max(out.min_cpus, out.min_nodes * out.min_cpus_per_node);
}

}  // namespace

tl::expected<ResourceRequest, std::string> resolve_resources(Site const& site,
                                                             JobRequest const& job,
                                                             std::int32_t partition_index,
                                                             std::int32_t user) {
    auto const& partition = site.partitions[static_cast<std::size_t>(partition_index)];
    ResourceRequest out;
    out.partition = partition_index;
    if (!find_required(site, job, out.required)) return tl::unexpected<std::string>(bad_nodes);

    TaskCounts counts{.min_nodes = job.min_nodes,
                      .max_nodes = job.max_nodes,
                      .ntasks = job.ntasks,
                      .ntasks_per_node = job.ntasks_per_node,
                      .ntasks_per_socket = job.ntasks_per_socket,
                      .ntasks_per_gpu = job.ntasks_per_gpu,
                      .cpus_per_task = job.cpus_per_task,
                      .sockets_per_node = job.sockets_per_node};
    auto const gpus = std::any_of(
        job.gres.begin(), job.gres.end(), [](GresRequest const& one) { return one.name == "gpu"; });
    if (job.cpus_per_gpu && job.cpus_per_task) return tl::unexpected<std::string>(bad_gres);
    auto const default_cpus =
        partition.def_cpu_per_gpu ? partition.def_cpu_per_gpu : site.settings.def_cpu_per_gpu;
    if (gpus && !job.cpus_per_task)
        counts.cpus_per_gpu = job.cpus_per_gpu ? *job.cpus_per_gpu : default_cpus.value_or(0);
    if (counts.min_nodes && !counts.ntasks && !counts.ntasks_per_gpu) complete_tasks(job, counts);
    if (!resolve_gres(site, job, counts, out.gres) || (job.mem_per_gpu_mb && out.gres.empty()))
        return tl::unexpected<std::string>(bad_gres);
    auto const counted =
        std::ranges::count_if(out.gres, [](GresNeed const& need) { return need.per_job > 0; });
    if (out.gres.size() > max_gres_needs || static_cast<std::size_t>(counted) > max_job_needs) {
        return tl::unexpected(fmt::format("{}: at most {} kinds, {} of them counted per job",
                                          bad_gres,
                                          max_gres_needs,
                                          max_job_needs));
    }
    complete_tasks(job, counts);
    if (job.min_nodes && job.max_nodes && *job.max_nodes < *job.min_nodes)
        return tl::unexpected<std::string>(bad_node_count);
    out.memory = asked_memory(site, job, partition, gpus);
    if (!limit_memory(site, partition, out.memory, counts.cpus_per_task))
        return tl::unexpected<std::string>(bad_memory);

    set_manner(site, job, out);
    set_node_counts(site, job, counts, out);
    out.only_user = job.exclusive == Exclusive::user || partition.exclusive_user ? user : -1;
    set_tasks(job, counts, out);
    return out;
}

}  // namespace clustersim::slurm
