// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/fill_allocation.hpp"

#include "sim/core/ensure.hpp"
#include "sim/slurm/select/core_choice.hpp"
#include "sim/slurm/select/gres_choice.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

namespace clustersim::slurm {

namespace {

/// One task on every node, then one more on each in turn if the node has CPUs left for it; tasks
/// that fit on no node as a whole are given to the nodes in turn and take the rest (spec 6.11.1,
/// observed).
void distribute_tasks(ResourceRequest const& request, SelectScratch& scratch) {
    auto const& picks = scratch.picks;
    auto left = request.ntasks - static_cast<std::int32_t>(picks.size());
    scratch.tasks.assign(picks.size(), 1);
    for (auto const whole : {true, false}) {
        for (bool placed = true; placed && left > 0;) {
            placed = false;
            for (std::size_t i = 0; i < picks.size() && left > 0; ++i) {
                auto& tasks = scratch.tasks[i];
                if ((whole && (tasks + 1) * request.cpus_per_task > picks[i].cpus) ||
                    (request.ntasks_per_node > 0 && tasks >= request.ntasks_per_node))
                    continue;
                ++tasks;
                --left;
                placed = true;
            }
        }
    }
}

/// The number of devices still missing for the needs counted per job.
using DevicesLeft = std::array<std::int64_t, max_job_needs>;

struct NodePart {
    NodeRecord const& record;
    RecordTable const& table;
    std::size_t index = 0;  ///< of the record
    std::int32_t tasks = 1;
    std::int32_t cpus = 0;  ///< picked
    std::int64_t nodes_after = 0;
};

/// Number of devices that the node gives for each need of the job.
using DeviceCounts = std::array<std::int64_t, max_gres_needs>;

DeviceCounts count_devices(ResourceRequest const& request,
                           Availability const& found,
                           NodePart const& part,
                           DevicesLeft& left) {
    DeviceCounts counts{};
    std::size_t counted = 0;
    for (std::size_t i = 0; i < request.gres.size() && i < counts.size(); ++i) {
        auto const& need = request.gres[i];
        if (need.counted_on(part.index) > 0) {
            if (need.per_job > 0 && counted < max_job_needs) left[counted++] -= need.per_job;
            continue;
        }
        auto const sockets = std::max(1, request.sockets_per_node);
        counts[i] =
            std::max({need.per_node, need.per_task * part.tasks, need.per_socket * sockets});
        if (need.per_job == 0 || counted == max_job_needs) continue;
        auto& rest = left[counted++];
        if (counts[i] == 0) {
            auto const free = found.devices & need.devices_of_record[part.index];
            counts[i] = std::clamp<std::int64_t>(
                std::popcount(free), 1, std::max<std::int64_t>(1, rest - part.nodes_after));
        }
        rest -= counts[i];
    }
    return counts;
}

std::uint64_t take_devices(ResourceRequest const& request,
                           Availability const& found,
                           NodePart const& part,
                           DeviceCounts const& counts) {
    std::uint64_t chosen = 0;
    for (std::size_t i = 0; i < request.gres.size() && i < counts.size(); ++i) {
        auto const free = found.devices & request.gres[i].devices_of_record[part.index] & ~chosen;
        chosen |= choose_devices(part.record, part.table, free, found.cores, counts[i]);
    }
    return chosen;
}

/// Adds what the tasks on a node take of the resources that are only counted there.
void add_counted(ResourceRequest const& request,
                 std::int32_t node,
                 std::size_t record,
                 std::int32_t tasks,
                 Allocation& allocation) {
    auto const sockets = std::max(1, request.sockets_per_node);
    for (auto const& need : request.gres) {
        auto const all = need.counted_on(record);
        if (all == 0) continue;
        auto const wanted = std::max(
            {need.per_node, need.per_task * tasks, need.per_socket * sockets, need.per_job});
        allocation.counted.push_back({node, need.counter, std::min(all, wanted)});
    }
}

/// The share of a job that gets the whole node.
NodeShare whole_share(Market const& market, Availability const& found, std::size_t record_index) {
    auto const& record = market.site.records[record_index];
    NodeShare share;
    share.cpus = found.cores.count() * record.threads_charged();
    share.devices = market.scratch.records[record_index].devices;
    share.memory_mb =
        memory_taken_mb(record, market.request, share.cpus, std::popcount(share.devices));
    return share;
}

/// The share of the tasks on a node; leaves its cores in `found`.
NodeShare
part_share(Market const& market, Availability& found, NodePart const& part, DevicesLeft& left) {
    auto const& request = market.request;
    auto const counts = count_devices(request, found, part, left);
    auto const gpus = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    auto const for_tasks = std::min(part.tasks * request.cpus_per_task, part.cpus);
    auto const cpus = std::max<std::int64_t>({std::int64_t{for_tasks},
                                              std::int64_t{request.min_cpus_per_node},
                                              gpus * request.cpus_per_gpu});
    auto const per_core = found.offer.cpus_per_core;
    auto const cores = [&](std::int64_t for_cpus) {
        return static_cast<std::int32_t>((for_cpus + per_core - 1) / per_core);
    };
    auto const block =
        request.block_distribution || market.site.settings.select.core_default_dist_block;
    NodeShare share;
    share.node = found.offer.node;
    found.cores =
        choose_cores(part.record, found.cores, {cores(cpus), cores(request.cpus_per_task), block});
    share.cpus = found.cores.count() * part.record.threads_charged();
    share.devices = take_devices(request, found, part, counts);
    share.memory_mb =
        memory_taken_mb(part.record, request, share.cpus, std::popcount(share.devices));
    return share;
}

void add_part(Allocation& allocation, NodeShare share, CoreMask cores) {
    allocation.nodes.push_back(share);
    allocation.cores.push_back(std::move(cores));
    allocation.cpus += share.cpus;
}

/// True if two picks are of as many tasks and CPUs on nodes of one record.
bool alike(SelectScratch const& scratch, std::size_t a, std::size_t b, std::int32_t node_of_b) {
    auto const& picks = scratch.picks;
    auto const node_of_a = scratch.active[static_cast<std::size_t>(picks[a].offer)].node;
    return scratch.tasks[a] == scratch.tasks[b] && picks[a].cpus == picks[b].cpus &&
           scratch.record_of(node_of_a) == scratch.record_of(node_of_b);
}

void fill_parts(Market const& market, SelectScratch& scratch, Allocation& allocation) {
    auto const& request = market.request;
    distribute_tasks(request, scratch);
    DevicesLeft left{};
    std::size_t counted = 0;
    for (auto const& need : request.gres)
        if (need.per_job > 0 && counted < max_job_needs) left[counted++] = need.per_job;
    std::optional<Availability> buffer;
    std::optional<std::size_t> idle;  // the last pick, if its node is idle
    for (std::size_t i = 0; i < scratch.picks.size(); ++i) {
        auto const node = scratch.active[static_cast<std::size_t>(scratch.picks[i].offer)].node;
        add_counted(request, node, scratch.record_of(node), scratch.tasks[i], allocation);
        bool const is_idle = market.ignore_use || market.use.idle().contains(node);
        if (counted == 0 && is_idle && idle && alike(scratch, *idle, i, node)) {
            add_part(allocation, allocation.nodes[*idle], allocation.cores[*idle]);
            allocation.nodes.back().node = node;
            continue;
        }
        idle = is_idle ? std::optional{i} : std::nullopt;
        auto found = cached_availability(market, node, buffer);
        CS_ENSURE(found.has_value(), "a node that was offered is still available");
        auto const index = scratch.record_of(node);
        NodePart const part{market.site.records[index],
                            scratch.records[index],
                            index,
                            scratch.tasks[i],
                            scratch.picks[i].cpus,
                            static_cast<std::int64_t>(scratch.picks.size() - i - 1)};
        auto const share = part_share(market, *found, part, left);
        add_part(allocation, share, found->cores);
    }
}

}  // namespace

Allocation whole_allocation(Market const& market, NodeSet const& nodes) {
    Allocation allocation;
    allocation.whole_nodes = true;
    allocation.nodes.resize(static_cast<std::size_t>(nodes.count()));
    std::optional<Availability> buffer;
    auto known = market.site.records.size();
    NodeShare share;
    std::size_t filled = 0;
    nodes.for_each([&](std::int32_t node) {
        // Idle nodes of one record get identical shares.
        if (auto const record = market.scratch.record_of(node); record != known) {
            auto const& found = cached_availability(market, node, buffer);
            CS_ENSURE(found.has_value(), "a node that was offered is still available");
            share = whole_share(market, *found, record);
            known = record;
        }
        share.node = node;
        allocation.nodes[filled++] = share;
        allocation.cpus += share.cpus;
    });
    return allocation;
}

std::int32_t whole_cpus(Market const& market, NodeSet const& nodes) {
    std::optional<Availability> buffer;
    std::int32_t cpus = 0;
    for (std::size_t r = 0; r < market.site.records.size(); ++r) {
        auto const& of_record = market.scratch.records[r].nodes;
        auto const node = nodes.first_common(of_record, market.scratch.records[r].first_node);
        if (node < 0) continue;
        auto const& found = cached_availability(market, node, buffer);
        CS_ENSURE(found.has_value(), "a node that was offered is still available");
        cpus += nodes.count_common(of_record) * found->cores.count() *
                market.site.records[r].threads_charged();
    }
    return cpus;
}

std::optional<std::int32_t> cpus_of_each(Market const& market, NodeOffer const& offer) {
    auto const& usable = market.scratch.usable;
    if (!market.request.gres.empty()) return std::nullopt;
    auto const first = usable.first_common(usable);
    auto const index = market.scratch.record_of(first);
    if (!market.scratch.records[index].nodes.contains_all(usable)) return std::nullopt;
    std::optional<Availability> buffer;
    auto found = cached_availability(market, first, buffer);
    CS_ENSURE(found.has_value(), "a node that was offered is still available");
    NodePart const part{
        market.site.records[index], market.scratch.records[index], index, 1, offer.cpus, 0};
    DevicesLeft none{};
    return part_share(market, *found, part, none).cpus;
}

Allocation fill_allocation(Market const& market, SelectScratch& scratch) {
    if (market.request.whole_nodes) return whole_allocation(market, scratch.chosen);
    Allocation allocation;
    auto const by_offer = [](Pick const& a, Pick const& b) { return a.offer < b.offer; };
    if (!std::is_sorted(scratch.picks.begin(), scratch.picks.end(), by_offer))
        std::sort(scratch.picks.begin(), scratch.picks.end(), by_offer);
    allocation.nodes.reserve(scratch.picks.size());
    allocation.cores.reserve(scratch.picks.size());
    fill_parts(market, scratch, allocation);
    return allocation;
}

}  // namespace clustersim::slurm
