// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/running_list.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

bool expected_before(ClusterState const& state, JobSlot a, JobSlot b) {
    auto const& first = state.jobs.at(a);
    auto const& second = state.jobs.at(b);
    return first.end != second.end ? first.end < second.end : first.sequence < second.sequence;
}

}  // namespace

void list_running(ClusterState& state, JobSlot slot) {
    auto const place = std::upper_bound(
        state.running.begin(), state.running.end(), slot, [&](JobSlot a, JobSlot b) {
            return expected_before(state, a, b);
        });
    auto const& job = state.jobs.at(slot);
    auto const position = static_cast<std::size_t>(place - state.running.begin());
    state.departures.insert(position, job.end, job.allocation);
    state.running.insert(place, slot);
    ++state.running_changes;
}

void unlist_running(ClusterState& state, JobSlot slot) {
    auto const place = std::find(state.running.begin(), state.running.end(), slot);
    state.departures.erase(static_cast<std::size_t>(place - state.running.begin()));
    state.running.erase(place);
    ++state.running_changes;
}

void sort_running(ClusterState& state, JobSlot slot) {
    unlist_running(state, slot);
    list_running(state, slot);
}

NodesInUse nodes_in_use(ClusterState const& state, Job const& job) {
    auto const nodes_of = [](Allocation const& held) {
        std::vector<std::int32_t> nodes;
        nodes.reserve(held.nodes.size());
        for (auto const& share : held.nodes) {
            nodes.push_back(share.node);
        }
        std::ranges::sort(nodes);
        return nodes;
    };
    NodesInUse use{nodes_of(job.allocation), {}};
    for (JobSlot const slot : state.running) {
        auto const& held = state.jobs.at(slot).allocation;
        if (held.nodes.size() > 1) {
            use.others.push_back(nodes_of(held));
        }
    }
    return use;
}

}  // namespace clustersim::slurm
