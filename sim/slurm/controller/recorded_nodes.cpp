// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/recorded_nodes.hpp"

#include "sim/slurm/site/counted_gres.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace clustersim::slurm {

namespace {

CoreMask free_cores(ClusterState const& state, std::int32_t node, std::int32_t wanted) {
    auto const free = state.nodes.use.free_core_mask(node);
    auto const all = state.site().record_of(node).cores();
    CoreMask mask;
    for (std::int32_t core = 0; core < all && wanted > 0; ++core) {
        if (!free.contains(core)) continue;
        mask.insert(core);
        --wanted;
    }
    return mask;
}

std::uint64_t free_devices(ClusterState const& state, std::int32_t node, std::int32_t wanted) {
    auto const used = state.nodes.use.used_devices(node);
    auto const all = listed_devices(state.site().record_of(node));
    std::uint64_t devices = 0;
    for (std::size_t i = 0; i < all && std::popcount(devices) < wanted; ++i)
        if ((used >> i & 1U) == 0) devices |= std::uint64_t{1} << i;
    return devices;
}

std::size_t record_index(Site const& site, std::int32_t node) {
    return static_cast<std::size_t>(site.nodes[static_cast<std::size_t>(node)].record);
}

}  // namespace

bool hold_recorded_nodes(ClusterState& state, QueuedJob const& from, JobSlot slot) {
    auto& job = state.jobs.at(slot);
    auto const& request = job.chosen().request;
    Allocation held;
    held.whole_nodes = request.whole_nodes;
    bool assumed = false;
    auto const count = std::max<std::int32_t>(1, static_cast<std::int32_t>(from.nodes.size()));
    for (HeldNode const& one : from.nodes) {
        auto const& record = state.site().record_of(one.node);
        NodeShare share;
        share.node = one.node;
        share.memory_mb = one.memory_mb.value_or(0);
        if (held.whole_nodes) {
            share.cpus = record.cpus;
        } else {
            auto const charged = record.threads_charged();
            auto const cores =
                one.cores
                    ? *one.cores
                    : free_cores(state, one.node, (from.cpus / count + charged - 1) / charged);
            share.cpus = cores.count() * charged;
            share.devices =
                one.devices ? *one.devices : free_devices(state, one.node, from.devices_per_node);
            assumed = assumed || !one.cores || !one.devices;
            held.cores.push_back(cores);
            for (auto const& need : request.gres)
                if (auto const all = need.counted_on(record_index(state.site(), one.node)); all > 0)
                    held.counted.push_back({one.node,
                                            need.counter,
                                            std::min(all, std::max(need.per_node, need.per_task))});
        }
        held.cpus += share.cpus;
        held.nodes.push_back(share);
    }
    job.allocation = std::move(held);
    state.nodes.occupy(job);
    return assumed;
}

}  // namespace clustersim::slurm
