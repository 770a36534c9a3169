// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/job_room.hpp"

namespace clustersim::slurm {

bool only_idle_nodes_count(ClusterState const& state, ResourceRequest const& request) {
    return request.whole_nodes && !request.overlapping && state.nodes.sharing_jobs == 0 &&
           state.nodes.without_cores == 0 && !state.settings().gang;
}

JobRoom::JobRoom(ClusterState& state,
                 WillRunQuery const& query,
                 std::vector<JobSlot> const& preempted)
    : now_{*state.config.site, state.selection.scratch, state.nodes.use, state.jobs, preempted},
      candidates_(query.candidates) {
    auto const& request = *query.request;
    auto const& scratch = state.selection.scratch;
    // With near_left, a test that fails changes weights. Counted features are picked by requests of
    // their own.
    if (request.overlapping || state.settings().gang || state.nodes.without_cores > 0 ||
        !scratch.near_left.empty() || !query.choice->counted.empty() ||
        only_idle_nodes_count(state, request))
        return;
    whole_ = request.whole_nodes;
    fewest_ = fewest_nodes(now_.site, scratch, request, *candidates_);
    times_ = &state.selection.room.times(now_, least_part(now_.site, request));
}

void JobRoom::fill(std::size_t ended, NodeSet& nodes) const {
    nodes = *candidates_;
    times_->keep(ended, nodes);
}

bool JobRoom::unused(std::size_t ended, NodeSet const& nodes) const {
    if (whole_) return true;
    if (!now_.preempted.empty()) return false;
    auto const& departures = now_.jobs.running.departures();
    for (auto i = ended; i < departures.size(); ++i)
        if (departures.any_in(i, nodes)) return false;
    return true;
}

}  // namespace clustersim::slurm
