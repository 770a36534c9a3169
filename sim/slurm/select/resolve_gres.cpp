// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/resolve_gres.hpp"

#include "sim/slurm/site/counted_gres.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

bool matches(NodeGres const& gres, GresNeed const& need) {
    return gres.name == need.name && (need.type.empty() || gres.type == need.type);
}

/// Returns false if no node has a device of that name.
bool find_devices(Site const& site, GresNeed& need) {
    bool known = false;
    auto const counters = counted_names(site);
    auto const counter = std::ranges::find(counters, need.name);
    if (counter != counters.end())
        need.counter = static_cast<std::int32_t>(counter - counters.begin());
    for (auto const& record : site.records) {
        std::uint64_t mask = 0;
        std::int64_t counted = 0;
        std::size_t bit = 0;
        for (auto const& gres : record.gres) {
            known = known || gres.name == need.name;
            if (is_counted(bit, gres)) {
                counted += matches(gres, need) ? gres.count : 0;
                continue;
            }
            for (std::int32_t i = 0; i < gres.count; ++i, ++bit)
                if (matches(gres, need)) mask |= std::uint64_t{1} << bit;
        }
        need.devices_of_record.push_back(mask);
        if (need.counter >= 0) need.counted_of_record.push_back(counted);
    }
    return known;
}

std::int64_t& in_scope(GresNeed& need, GresScope scope) {
    switch (scope) {
        case GresScope::per_node: return need.per_node;
        case GresScope::per_job: return need.per_job;
        case GresScope::per_task: return need.per_task;
        case GresScope::per_socket: break;
    }
    return need.per_socket;
}

bool divides(std::int64_t part, std::int64_t whole) {
    return part > 0 && whole % part == 0;
}

/// Sets a count if it is empty, otherwise checks that it has this value.
bool agree(std::optional<std::int32_t>& count, std::int64_t value) {
    if (count) return *count == value;
    count = static_cast<std::int32_t>(value);
    return true;
}

/// Spec 6.10.2 for the counts per job.
bool complete_from_job(GresNeed& need, TaskCounts& counts) {
    if (need.per_node > 0) {
        if (!divides(need.per_node, need.per_job)) return false;
        auto const nodes = static_cast<std::int32_t>(need.per_job / need.per_node);
        if ((counts.min_nodes && nodes < *counts.min_nodes) ||
            (counts.max_nodes && nodes > *counts.max_nodes))
            return false;
        counts.min_nodes = counts.max_nodes = nodes;
    }
    if (need.per_task > 0) {
        if (!divides(need.per_task, need.per_job) ||
            !agree(counts.ntasks, need.per_job / need.per_task))
            return false;
    }
    return true;
}

/// False if a scope requests more than a scope that encloses it.
bool scopes_agree(GresNeed const& need) {
    auto const larger = [](std::int64_t whole, std::int64_t part) {
        return whole == 0 || part == 0 || whole >= part;
    };
    return larger(need.per_job, need.per_node) && larger(need.per_job, need.per_task) &&
           larger(need.per_job, need.per_socket) && larger(need.per_node, need.per_task) &&
           larger(need.per_node, need.per_socket);
}

/// Spec 6.10.2 for the counts per socket.
bool complete_from_socket(GresNeed const& need, TaskCounts& counts) {
    if (need.per_node > 0 && (!divides(need.per_socket, need.per_node) ||
                              !agree(counts.sockets_per_node, need.per_node / need.per_socket)))
        return false;
    return counts.sockets_per_node &&
           (need.per_task == 0 ||
            (divides(need.per_task, need.per_socket) &&
             agree(counts.ntasks_per_socket, need.per_socket / need.per_task)));
}

bool complete_counts(GresNeed& need, TaskCounts& counts) {
    if (!scopes_agree(need)) return false;
    if (need.per_socket > 0 && !complete_from_socket(need, counts)) return false;
    if (need.per_job == 0 && need.per_task > 0 && need.per_node == 0) {
        if (!counts.ntasks) return false;
        need.per_job = *counts.ntasks * need.per_task;
    }
    if (need.per_job > 0 && !complete_from_job(need, counts)) return false;
    if (need.per_node > 0 && need.per_task > 0 &&
        (!divides(need.per_task, need.per_node) ||
         !agree(counts.ntasks_per_node, need.per_node / need.per_task)))
        return false;
    if (need.per_job > 0) {
        if (counts.min_nodes && need.per_job < *counts.min_nodes) return false;
        auto& most = counts.max_nodes ? *counts.max_nodes : counts.nodes_with_devices;
        most = static_cast<std::int32_t>(std::min<std::int64_t>(most, need.per_job));
    }
    return true;
}

/// Spec 6.10.3 and 6.10.4.
bool complete_tasks(GresNeed& need, TaskCounts& counts) {
    if (counts.ntasks_per_gpu) {
        auto const q = *counts.ntasks_per_gpu;
        auto const gpus =
            need.per_job > 0 ? need.per_job : need.per_node * counts.min_nodes.value_or(1);
        if (gpus > 0 && !agree(counts.ntasks, gpus * q)) return false;
    }
    return counts.cpus_per_gpu <= 0 || need.per_task <= 0 ||
           agree(counts.cpus_per_task, counts.cpus_per_gpu * need.per_task);
}

}  // namespace

bool resolve_gres(Site const& site,
                  JobRequest const& job,
                  TaskCounts& counts,
                  std::vector<GresNeed>& needs) {
    for (auto const& asked : job.gres) {
        if (asked.count <= 0) continue;
        auto found = std::find_if(needs.begin(), needs.end(), [&](GresNeed const& need) {
            return need.name == asked.name && need.type == asked.type;
        });
        if (found == needs.end()) {
            auto& need = needs.emplace_back();
            need.name = asked.name;
            need.type = asked.type;
            found = needs.end() - 1;
            if (!find_devices(site, *found)) return false;
        }
        in_scope(*found, asked.scope) += asked.count;
    }
    auto const has_gpus = std::any_of(
        needs.begin(), needs.end(), [](GresNeed const& need) { return need.name == "gpu"; });
    if (counts.ntasks_per_gpu && !has_gpus) {
        if (!counts.ntasks || !divides(*counts.ntasks_per_gpu, *counts.ntasks)) return false;
        auto& need = needs.emplace_back();
        need.name = "gpu";
        need.per_job = *counts.ntasks / *counts.ntasks_per_gpu;
        if (!find_devices(site, needs.back())) return false;
    }
    for (auto& need : needs) {
        if (!complete_counts(need, counts)) return false;
        if (need.name == "gpu" && !complete_tasks(need, counts)) return false;
    }
    return true;
}

}  // namespace clustersim::slurm
