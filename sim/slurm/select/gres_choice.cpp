// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/gres_choice.hpp"

#include "sim/slurm/site/counted_gres.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace clustersim::slurm {

namespace {

constexpr auto unbounded = std::numeric_limits<std::int32_t>::max();
/// The contribution of a node to a need counted per job has 16 bits.
constexpr std::int64_t most_per_job = std::numeric_limits<std::int16_t>::max();

struct TaskRange {
    std::int32_t least = 1, most = unbounded;
};

TaskRange tasks_on_node(ResourceRequest const& request) {
    if (request.one_node_asked || (request.ntasks_given && request.ntasks == 1))
        return {request.ntasks, request.ntasks};
    if (request.ntasks_per_node > 0) return {request.ntasks_per_node, request.ntasks_per_node};
    return {};
}

std::int32_t cores_of_socket(NodeRecord const& record, CoreMask const& cores, std::size_t socket) {
    return cores.count(static_cast<std::int32_t>(socket) * record.cores_per_socket,
                       record.cores_per_socket);
}

std::uint64_t
on_sockets_with_cores(NodeRecord const& record, RecordTable const& table, CoreMask const& cores) {
    std::uint64_t mask = 0;
    for (std::size_t s = 0; s < table.devices_of_socket.size(); ++s)
        if (table.devices_of_socket[s] != 0 && cores_of_socket(record, cores, s) > 0)
            mask |= table.devices_of_socket[s];
    return mask;
}

/// Removes the highest cores of a socket until `keep` are left.
void keep_lowest(NodeRecord const& record,
                 CoreMask& cores,
                 std::int32_t socket,
                 std::int32_t keep) {
    auto surplus = cores_of_socket(record, cores, static_cast<std::size_t>(socket)) - keep;
    for (auto core = (socket + 1) * record.cores_per_socket - 1; surplus > 0; --core) {
        surplus -= cores.contains(core) ? 1 : 0;
        cores.erase(core);
    }
}

/// Removes the highest core of the fullest socket, the first of equal ones, until `keep` are left: then
/// every socket has at most an equal number, and some of the last ones one more.
void drop_surplus(NodeRecord const& record, CoreMask& cores, std::int32_t keep) {
    if (cores.count() <= keep) return;
    auto const left_at = [&](std::int32_t level) {
        std::int32_t left = 0;
        for (std::int32_t s = 0; s < record.sockets; ++s)
            left += std::min(level, cores_of_socket(record, cores, static_cast<std::size_t>(s)));
        return left;
    };
    std::int32_t level = 0;
    for (auto above = record.cores_per_socket; above - level > 1;) {
        auto const middle = (level + above) / 2;
        (left_at(middle) <= keep ? level : above) = middle;
    }
    auto more = keep - left_at(level);
    for (auto s = record.sockets; s-- > 0;) {
        auto const here = cores_of_socket(record, cores, static_cast<std::size_t>(s));
        auto const one_more = here > level && more > 0 ? 1 : 0;
        more -= one_more;
        keep_lowest(record, cores, s, std::min(here, level) + one_more);
    }
}

/// Keeps only the cores of the sockets from which `wanted` devices come, sockets with most free
/// cores first, if these have enough cores.
void keep_near_cores(NodeRecord const& record,
                     RecordTable const& table,
                     std::uint64_t devices,
                     std::int64_t wanted,
                     std::pair<CoreMask*, std::int32_t> cores_needed) {
    auto& [cores, needed] = cores_needed;
    wanted -= std::popcount(devices & table.devices_anywhere);
    if (wanted <= 0) return;
    CoreMask kept;
    std::uint64_t seen = 0;
    while (wanted > 0) {
        std::int32_t most = 0;
        std::size_t best = table.devices_of_socket.size();
        for (std::size_t s = 0; s < table.devices_of_socket.size(); ++s) {
            auto const here = cores_of_socket(record, *cores, s);
            if ((table.devices_of_socket[s] & devices & ~seen) != 0 && here > most) {
                most = here;
                best = s;
            }
        }
        if (best == table.devices_of_socket.size()) return;
        seen |= table.devices_of_socket[best];
        wanted -= std::popcount(table.devices_of_socket[best] & devices);
        for (std::int32_t i = 0; i < record.cores_per_socket; ++i) {
            auto const core = static_cast<std::int32_t>(best) * record.cores_per_socket + i;
            if (cores->contains(core)) kept.insert(core);
        }
    }
    if (kept.count() >= needed) *cores = kept;
}

std::int64_t affordable(Market const& market, std::int32_t node, std::int64_t devices) {
    auto const& request = market.request;
    if (request.memory.basis != MemoryBasis::per_gpu || request.memory.mb <= 0) return devices;
    return std::min(devices, memory_free_mb(market, node) / request.memory.mb);
}

bool enough_on_sockets(RecordTable const& table,
                       std::uint64_t devices,
                       GresNeed const& need,
                       std::int32_t sockets) {
    auto const anywhere = std::popcount(devices & table.devices_anywhere);
    if (anywhere >= need.per_socket * sockets) return true;
    std::int32_t good = 0;
    for (auto const mask : table.devices_of_socket)
        good += std::popcount(mask & devices) >= need.per_socket ? 1 : 0;
    return good >= sockets;
}

/// At most this many GPUs count towards a node's weight.
std::int64_t
most_of_one_node(ResourceRequest const& request, GresNeed const& need, Availability const& found) {
    std::int64_t most = unbounded;
    if (!request.whole_nodes && need.per_node + need.per_job > 0)
        most = need.per_node > 0 ? need.per_node : need.per_job;
    if (request.cpus_per_gpu > 0) {
        auto const cpus = found.cores.count() * found.offer.cpus_per_core;
        most = std::min<std::int64_t>(most, cpus / request.cpus_per_gpu);
    }
    return most;
}

/// What the devices of a job require of a node's CPUs.
struct GresDemand {
    TaskRange tasks;
    std::int64_t least = 0;    ///< devices that the job needs on the node
    std::int64_t most = 0;     ///< devices that it would use there
    std::uint64_t usable = 0;  ///< mask of the devices that it may use
};

/// Drops cores that the job would not use. Returns false if too few CPUs are left for its tasks and
/// devices.
bool trim_cores(Market const& market,
                RecordTable const& table,
                GresDemand const& demand,
                Availability& found) {
    auto const& request = market.request;
    auto const& record = market.site.record_of(found.offer.node);
    auto const& tasks = demand.tasks;
    if (tasks.most < tasks.least) return false;
    auto const per_core = found.offer.cpus_per_core;
    auto const least_cpus = std::max(static_cast<std::int64_t>(tasks.least) * request.cpus_per_task,
                                     demand.least * request.cpus_per_gpu);
    if (least_cpus > found.offer.cpus) return false;
    found.offer.min_cpus = static_cast<std::int32_t>(least_cpus);
    if (request.whole_nodes) return true;
    auto const cores_needed = static_cast<std::int32_t>((least_cpus + per_core - 1) / per_core);
    if (market.near_devices || request.enforce_gres_binding)
        keep_near_cores(record, table, demand.usable, demand.most, {&found.cores, cores_needed});
    auto cpus = std::min(found.offer.cpus, found.cores.count() * per_core);
    if (tasks.most != unbounded) {
        auto const useful =
            std::max<std::int64_t>({std::int64_t{tasks.most} * request.cpus_per_task,
                                    demand.most * request.cpus_per_gpu,
                                    std::int64_t{request.min_cpus_per_node}});
        cpus = static_cast<std::int32_t>(std::min<std::int64_t>(cpus, useful));
        drop_surplus(record, found.cores, (cpus + per_core - 1) / per_core);
    }
    found.offer.cpus = cpus;
    return true;
}

/// The links of a device to those of `chosen`; `offset` is the first device of its kind.
std::int64_t
links_to(std::uint64_t chosen, NodeGres const& gres, std::size_t device, std::size_t offset) {
    if (gres.links.empty()) return 0;
    auto const devices = static_cast<std::size_t>(gres.count);
    std::int64_t links = 0;
    for (std::size_t other = 0; other < devices; ++other)
        links += (chosen >> (offset + other) & 1U) != 0 ? gres.links[device * devices + other] : 0;
    return links;
}

/// The device of `among` with most links to those of `chosen`, the lowest of equal ones; 0: none.
std::uint64_t best_linked(NodeRecord const& record, std::uint64_t chosen, std::uint64_t among) {
    std::uint64_t best = 0;
    std::int64_t most = -1;
    std::size_t offset = 0;
    for (auto const& gres : record.gres) {
        auto const devices = static_cast<std::size_t>(gres.count);
        if (is_counted(offset, gres)) break;
        for (std::size_t i = 0; i < devices; ++i) {
            if ((among >> (offset + i) & 1U) == 0) continue;
            auto const links = links_to(chosen, gres, i, offset);
            if (links > most) {
                most = links;
                best = std::uint64_t{1} << (offset + i);
            }
        }
        offset += devices;
    }
    return best;
}

/// What the node has left for a need that is only counted there.
std::int64_t
count_left(Market const& market, std::int32_t node, std::size_t record, GresNeed const& need) {
    if (market.ignore_use) return need.counted_on(record);
    auto const all = slurm::counted_on(market.site.records[record], need.name);
    return std::min(need.counted_on(record), all - market.use.used_count(node, need.counter));
}

}  // namespace

std::optional<DeviceOffer>
offer_devices(Market const& market, RecordTable const& table, Availability& found) {
    DeviceOffer result;
    auto const& request = market.request;
    if (request.gres.empty()) return result;
    auto const& record = market.site.record_of(found.offer.node);
    auto const index = static_cast<std::size_t>(
        market.site.nodes[static_cast<std::size_t>(found.offer.node)].record);
    auto const sockets = std::max(1, request.sockets_per_node);
    auto const near = on_sockets_with_cores(record, table, found.cores);
    auto tasks = tasks_on_node(request);
    std::int64_t most_used = 0;
    std::uint64_t usable = 0;
    std::size_t counted = 0;
    for (auto const& need : request.gres) {
        if (need.counted_on(index) > 0) {
            auto const left = count_left(market, found.offer.node, index, need);
            if (left <
                std::max(
                    {std::int64_t{1}, need.per_node, need.per_task, need.per_socket * sockets}))
                return std::nullopt;
            if (need.per_task > 0)
                tasks.most = static_cast<std::int32_t>(
                    std::min<std::int64_t>(tasks.most, left / need.per_task));
            if (need.per_job > 0 && counted < max_job_needs)
                found.offer.job_devices[counted++] =
                    static_cast<std::int16_t>(std::min<std::int64_t>(left, most_per_job));
            continue;
        }
        auto mask = need.devices_of_record[index] & found.devices;
        if (market.near_devices || request.enforce_gres_binding)
            mask &= near | table.devices_anywhere;
        usable |= mask;
        auto const total = affordable(market, found.offer.node, std::popcount(mask));
        if (total < std::max<std::int64_t>({1, need.per_node, need.per_task})) return std::nullopt;
        if (need.per_socket > 0 && !enough_on_sockets(table, mask, need, sockets))
            return std::nullopt;
        if (need.per_task > 0)
            tasks.most = std::min(tasks.most, static_cast<std::int32_t>(total / need.per_task));
        if (need.per_job > 0 && counted < max_job_needs)
            found.offer.job_devices[counted++] = static_cast<std::int16_t>(total);
        result.offered += total;
        result.least += std::max({need.per_node,
                                  need.per_task,
                                  need.per_socket * sockets,
                                  std::int64_t{need.per_job > 0}});
        most_used +=
            std::max({need.per_node, std::min(total, need.per_job), need.per_socket * sockets});
        if (need.name == "gpu") {
            auto const beside = std::popcount(mask & (near | table.devices_anywhere));
            result.near += std::min<std::int64_t>(std::min<std::int64_t>(total, beside),
                                                  most_of_one_node(request, need, found));
        }
    }
    GresDemand const demand{tasks, result.least, most_used, usable};
    return trim_cores(market, table, demand, found) ? std::optional(result) : std::nullopt;
}

std::uint64_t choose_devices(NodeRecord const& record,
                             RecordTable const& table,
                             std::uint64_t free,
                             CoreMask const& cores,
                             std::int64_t count) {
    std::uint64_t chosen = 0;
    auto const take_lowest = [&](std::uint64_t among) {
        among &= free & ~chosen;
        if (among == 0 || count <= 0) return false;
        chosen |= among & (~among + 1);
        --count;
        return true;
    };
    auto const used = on_sockets_with_cores(record, table, cores) | table.devices_anywhere;
    take_lowest(table.devices_anywhere);
    for (std::uint64_t const devices : table.devices_of_socket) take_lowest(devices & used);
    auto const linked = [&](std::uint64_t among) {
        return take_lowest(best_linked(record, chosen, among & free & ~chosen));
    };
    while (linked(used)) {
    }
    while (linked(~std::uint64_t{0})) {
    }
    return chosen;
}

}  // namespace clustersim::slurm
