// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/complete_wait.hpp"

#include "sim/slurm/controller/lifecycle.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// Calls visit(job, over) for every job that CompleteWait waits for; `over` is the first second
/// without this wait.
template <class Visit>
void for_each_completing(ClusterState const& state, Visit visit) {
    Seconds const wait{state.settings().complete_wait};
    if (wait <= Seconds{} || state.nodes.completing.empty()) return;
    for (auto const& event : state.jobs.ends.all()) {
        auto const& job = state.jobs.at(event.slot);
        if (!event.killed || job.run != event.run) continue;
        auto const killed = (event.at - epilog).second();
        if (killed >= state.clock.now() - wait) visit(job, killed + wait + Seconds{1});
    }
}

}  // namespace

std::optional<Instant> complete_wait_over(ClusterState const& state) {
    std::optional<Instant> over;
    for_each_completing(
        state, [&](Job const&, Instant second) { over = std::max(over, std::optional(second)); });
    return over;
}

NodeSet completing_partitions(ClusterState const& state) {
    NodeSet nodes(state.config.site->nodes.size());
    for_each_completing(
        state, [&](Job const& job, Instant) { nodes |= state.nodes_of(job.chosen().partition); });
    return nodes;
}

}  // namespace clustersim::slurm
