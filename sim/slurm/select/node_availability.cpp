// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/node_availability.hpp"

#include "sim/slurm/select/gres_choice.hpp"

#include <algorithm>
#include <bit>

namespace clustersim::slurm {

namespace {

/// True if the jobs on the node admit this one, cores apart (spec 6.4.1, 6.4.3).
bool may_join(Market const& market, std::int32_t node) {
    auto const& use = market.use;
    auto const& request = market.request;
    if (market.ignore_use || use.idle().contains(node)) return true;
    // A suspended job keeps its devices, and whole nodes include all of theirs (observed).
    if (request.whole_nodes && use.used_devices(node) != 0) return false;
    if (use.vacated().universe() != 0 && use.vacated().contains(node)) return true;
    if ((request.whole_nodes && !request.overlapping) || !use.share().contains(node)) return false;
    if (request.sharing ? use.has_one_row_job(node)
                        : use.used_by_other_sharing(node, request.partition))
        return false;
    auto const only = use.only_user(node);
    return only == request.only_user || (only < 0 && request.only_user < 0);
}

CoreMask cores_allowed(Market const& market, std::int32_t node, RecordTable const& table) {
    auto mask = schedulable_cores(market.site.record_of(node), table, market.request);
    if (market.ignore_use || market.all_cores) return mask;
    auto const free = market.rows != nullptr ? market.use.free_core_mask(node, *market.rows)
                                             : market.use.free_core_mask(node);
    CoreMask taken = mask;
    taken -= free;
    mask -= taken;
    return mask;
}

void erase_socket(CoreMask& cores, NodeRecord const& record, std::int32_t socket) {
    for (std::int32_t i = 0; i < record.cores_per_socket; ++i)
        cores.erase(socket * record.cores_per_socket + i);
}

/// Spec 6.5.1, 6.5.2. Returns false if too few sockets remain.
bool keep_fitting_sockets(Market const& market, NodeRecord const& record, CoreMask& cores) {
    auto const& request = market.request;
    std::int32_t sockets = 0;
    for (std::int32_t s = 0; s < record.sockets; ++s) {
        auto const free = cores.count(s * record.cores_per_socket, record.cores_per_socket);
        auto const whole = market.site.settings.select.sockets;
        if (free == 0) continue;
        if (free < request.cores_per_socket || (whole && free < record.cores_per_socket))
            erase_socket(cores, record, s);
        else
            ++sockets;
    }
    return sockets >= std::max(1, request.sockets_per_node);
}

std::int32_t count_cpus(NodeRecord const& record,
                        ResourceRequest const& request,
                        CoreMask const& cores,
                        std::int32_t per_core) {
    if (request.ntasks_per_socket == 0) return cores.count() * per_core;
    std::int32_t cpus = 0;
    for (std::int32_t s = 0; s < record.sockets; ++s) {
        auto const here =
            cores.count(s * record.cores_per_socket, record.cores_per_socket) * per_core;
        cpus += std::min(here, request.ntasks_per_socket * request.cpus_per_task);
    }
    return cpus;
}

/// Spec 6.5.3, 6.5.7: the CPUs that partition and memory allow; 0: none.
std::int32_t allowed_cpus(Market const& market, std::int32_t node, std::int32_t cpus) {
    auto const& request = market.request;
    auto const& record = market.site.record_of(node);
    auto const& partition = market.site.partitions[static_cast<std::size_t>(request.partition)];
    if (partition.max_cpus_per_node) {
        auto const used =
            market.ignore_use ? 0 : market.use.partition_cpus(node, request.partition);
        auto const left = *partition.max_cpus_per_node - used;
        if (request.whole_nodes && cpus > left) return 0;
        cpus = std::min(cpus, left);
    }
    auto const memory = memory_free_mb(market, node);
    switch (request.memory.basis) {
        case MemoryBasis::per_node:
            if (request.memory.mb > memory) return 0;
            break;
        case MemoryBasis::whole_node:
            if (memory < record.schedulable_memory_mb()) return 0;
            break;
        case MemoryBasis::per_cpu: {
            if (request.memory.mb <= 0) break;
            auto const fit = memory / request.memory.mb;
            if (request.whole_nodes) return fit >= cpus ? cpus : 0;
            // Limited to whole tasks even if there is enough memory (observed).
            cpus = static_cast<std::int32_t>(std::min<std::int64_t>(cpus, fit));
            cpus -= cpus % request.cpus_per_task;
            break;
        }
        case MemoryBasis::per_gpu: break;  // the devices are not yet known
    }
    return std::max(cpus, 0);
}

/// Spec 6.5.6.
bool enough_cpus(ResourceRequest const& request, std::int32_t cpus) {
    if (cpus <= 0 || cpus < request.min_cpus_per_node || cpus < request.cpus_per_task) return false;
    return cpus >= request.ntasks_per_node * request.cpus_per_task;
}

bool gpu_memory_fits(Market const& market, std::int32_t node, std::int64_t gpus) {
    if (market.request.memory.basis != MemoryBasis::per_gpu) return true;
    return gpus * market.request.memory.mb <= memory_free_mb(market, node);
}

}  // namespace

CoreMask schedulable_cores(NodeRecord const& record,
                           RecordTable const& table,
                           ResourceRequest const& request) {
    return request.core_spec < 0 ? table.cores : without_specialised(record, request.core_spec);
}

bool may_look_into(Market const& market, std::int32_t node) {
    if (!may_join(market, node)) return false;
    auto const& request = market.request;
    auto const free = memory_free_mb(market, node);
    switch (request.memory.basis) {
        case MemoryBasis::per_node:
        case MemoryBasis::per_gpu: return request.memory.mb <= free;
        case MemoryBasis::per_cpu:
            return request.memory.mb * std::max({1,
                                                 request.min_cpus_per_node,
                                                 request.cpus_per_task,
                                                 request.ntasks_per_node}) <=
                   free;
        case MemoryBasis::whole_node:
            return free >= market.site.record_of(node).schedulable_memory_mb();
    }
    return true;
}

std::int32_t cpus_per_core(NodeRecord const& record, ResourceRequest const& request) {
    auto threads = record.threads_charged();
    if (request.ntasks_per_core > 0)
        threads = std::min(threads, request.ntasks_per_core * request.cpus_per_task);
    if (request.threads_per_core > 0) threads = std::min(threads, request.threads_per_core);
    return std::max(threads, 1);
}

std::int64_t sched_weight(NodeRecord const& record, std::int64_t near_devices) {
    return record.weight * weight_step + 255 - std::min<std::int64_t>(near_devices, 255);
}

std::int64_t memory_taken_mb(NodeRecord const& record,
                             ResourceRequest const& request,
                             std::int32_t cpus,
                             std::int64_t gpus) {
    switch (request.memory.basis) {
        case MemoryBasis::per_node: return request.memory.mb;
        case MemoryBasis::per_cpu: return request.memory.mb * cpus;
        case MemoryBasis::per_gpu: return request.memory.mb * gpus;
        case MemoryBasis::whole_node: return record.schedulable_memory_mb();
    }
    return 0;
}

bool record_fits(Site const& site,
                 RecordTable const& table,
                 std::int32_t index,
                 ResourceRequest const& request) {
    auto const r = static_cast<std::size_t>(index);
    auto const& record = site.records[r];
    auto const cpus =
        schedulable_cores(record, table, request).count() * cpus_per_core(record, request);
    if (!enough_cpus(request, cpus) || record.tmp_disk_mb < request.tmp_disk_mb ||
        record.sockets < request.sockets_per_node ||
        record.cores_per_socket < request.cores_per_socket ||
        record.threads_per_core < request.threads_per_core)
        return false;
    if (request.memory.basis == MemoryBasis::per_node &&
        request.memory.mb > record.schedulable_memory_mb())
        return false;
    return std::all_of(request.gres.begin(), request.gres.end(), [&](GresNeed const& need) {
        auto const have = std::popcount(need.devices_of_record[r]) + need.counted_on(r);
        return have >= std::max<std::int64_t>({1, need.per_node, need.per_task, need.per_socket});
    });
}

std::optional<Availability> node_availability(Market const& market, std::int32_t node) {
    auto const& request = market.request;
    auto const& record = market.site.record_of(node);
    auto const& table = market.scratch.records[market.scratch.record_of(node)];
    if (!may_join(market, node)) return std::nullopt;

    Availability found;
    found.cores = cores_allowed(market, node, table);
    if (request.whole_nodes &&
        found.cores.count() < schedulable_cores(record, table, request).count())
        return std::nullopt;
    if (!keep_fitting_sockets(market, record, found.cores)) return std::nullopt;
    auto const per_core = cpus_per_core(record, request);
    found.offer.node = node;
    found.offer.cpus_per_core = per_core;
    auto const counted = count_cpus(record, request, found.cores, per_core);
    found.offer.cpus = allowed_cpus(market, node, counted);
    if (request.gres.empty() && !request.whole_nodes &&
        market.site.settings.release.has(ReleaseChange::cpus_of_tasks_only))
        found.offer.cpus = std::min(found.offer.cpus, request.ntasks * request.cpus_per_task);
    auto const allowed = found.offer.cpus;
    found.offer.free_cpus =
        request.memory.basis == MemoryBasis::per_cpu ? counted : found.offer.cpus;
    if (!enough_cpus(request, found.offer.cpus)) return std::nullopt;

    found.devices = table.devices & ~(market.ignore_use ? 0 : market.use.used_devices(node));
    auto const gres = offer_devices(market, table, found);
    if (!gres) return std::nullopt;
    if (!enough_cpus(request, found.offer.cpus) || !gpu_memory_fits(market, node, gres->least))
        return std::nullopt;
    found.offer.units = allowed + static_cast<std::int32_t>(gres->offered);
    found.offer.weight = sched_weight(record, gres->near);
    if (request.whole_nodes) found.offer.cpus = found.cores.count() * record.threads_charged();
    return found;
}

std::optional<Availability> const&
cached_availability(Market const& market, std::int32_t node, std::optional<Availability>& buffer) {
    if (!market.ignore_use && !market.use.idle().contains(node)) {
        buffer = node_availability(market, node);
        return buffer;
    }
    auto& idle = market.scratch.idle[market.scratch.record_of(node)];
    if (!idle.known) {
        idle.value = node_availability(market, node);
        idle.known = true;
    }
    if (idle.value) idle.value->offer.node = node;
    return idle.value;
}

void forget_idle(Market const& market) {
    auto& scratch = market.scratch;
    bool const as_usual = market.near_devices && !market.all_cores && market.rows == nullptr;
    if (as_usual && scratch.idle_for == market.request) return;
    scratch.idle.assign(market.site.records.size(), {});
    if (as_usual)
        scratch.idle_for = market.request;
    else
        scratch.idle_for.reset();
}

}  // namespace clustersim::slurm
