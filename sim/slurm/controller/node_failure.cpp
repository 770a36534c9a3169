// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/node_failure.hpp"

#include "sim/slurm/controller/lifecycle.hpp"

#include <algorithm>
#include <utility>

namespace clustersim::slurm {

namespace {

/// Slurm's reason for a node that it sets DOWN itself.
constexpr char const* silent = "Not responding";

/// Ends the jobs on a node that is down. Adds the nodes of those jobs to `asked`, because slurmctld
/// asks the daemons there to kill the jobs.
void lose_jobs(ClusterState& state, std::int32_t node, NodeSet& asked) {
    auto const running = state.jobs.running;
    for (auto const slot : running) {
        auto const shares = state.jobs.at(slot).allocation.nodes;
        if (std::none_of(shares.begin(), shares.end(), [&](NodeShare const& share) {
                return share.node == node;
            }))
            continue;
        if (!requeue_job(state, slot, JobState::node_fail)) continue;
        for (auto const& share : shares) asked.insert(share.node);
        // The script ran on the first node: without that node, no end of the epilog is reported.
        if (shares.front().node == node) free_killed(state, slot);
    }
}

/// A reason is kept until the node returns to service (spec 11.3, sinfo -R).
void note(NodeNote& known, NodeUpdate const& update, Instant now) {
    switch (*update.state) {
        case NodeStateChange::down:
        case NodeStateChange::drain:
        case NodeStateChange::fail:
            if (!update.reason.empty()) known = {update.reason, now};
            break;
        case NodeStateChange::undrain:
        case NodeStateChange::resume:
        case NodeStateChange::idle: known = {}; break;
    }
}

}  // namespace

void change_nodes(ClusterState& state, NodeUpdate const& update) {
    NodeSet asked(state.config.site->nodes.size());
    for (auto const node : update.nodes) {
        note(state.nodes.notes[static_cast<std::size_t>(node)], update, state.clock.now());
        switch (*update.state) {
            case NodeStateChange::down:
                state.nodes.up.erase(node);
                lose_jobs(state, node, asked);
                break;
            case NodeStateChange::drain:
            case NodeStateChange::fail: state.nodes.drained.insert(node); break;
            case NodeStateChange::undrain: state.nodes.drained.erase(node); break;
            case NodeStateChange::resume:
            case NodeStateChange::idle:
                state.nodes.drained.erase(node);
                state.nodes.up.insert(node);
                break;
        }
    }
    // A running daemon responds, and any response returns its node to service.
    if (state.settings().return_to_service == 2 && update.reason != silent) state.nodes.up |= asked;
    state.nodes.refresh_available();
}

void take_node_event(ClusterState& state) {
    NodeEvents::Change change = state.nodes.events.take_next(*state.config.site);
    if (change.nodes.empty()) return;
    NodeUpdate update;
    update.state = change.down ? NodeStateChange::down : NodeStateChange::resume;
    update.reason = silent;
    update.nodes = std::move(change.nodes);
    // Random failures never end, so they do not keep a queue alive in which nothing else happens.
    if (change.outage) state.triggers.last_activity = state.clock.now();
    state.jobs.running.note_change();
    change_nodes(state, update);
    ++state.triggers.requests;
    state.touch();
    state.observer.notify([&](JobObserver& observer) {
        for (auto const node : update.nodes)
            if (change.down)
                observer.node_failed(node, state.clock.now());
            else
                observer.node_returned(node, state.clock.now());
    });
}

}  // namespace clustersim::slurm
