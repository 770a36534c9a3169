// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/slurm/controller/node_failure.hpp"

#include "sim/sched/slurm/controller/lifecycle.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

void lose_jobs(ClusterState& state, std::int32_t node) {
    auto const running = state.running;
    for (auto const slot : running) {
        auto const& job = state.jobs.at(slot);
        auto const& shares = job.allocation.nodes;
        if (std::any_of(shares.begin(), shares.end(), [&](NodeShare const& share) {
                return share.node == node;
            })) {
            requeue_job(state, slot, JobState::node_fail);
        }
    }
}

}  // namespace

void change_node(ClusterState& state, std::int32_t node, NodeStateChange change) {
    switch (change) {
        case NodeStateChange::down:
            state.up.erase(node);
            lose_jobs(state, node);
            break;
        case NodeStateChange::drain:
        case NodeStateChange::fail: state.drained.insert(node); break;
        case NodeStateChange::undrain: state.drained.erase(node); break;
        case NodeStateChange::resume:
        case NodeStateChange::idle:
            state.drained.erase(node);
            state.up.insert(node);
            break;
    }
}

}  // namespace clustersim::slurm
