// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/take_snapshot.hpp"

#include "sim/slurm/controller/job_view.hpp"
#include "sim/slurm/controller/share_view.hpp"
#include "sim/slurm/controller/suspension.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

std::string gres_text(NodeRecord const& record) {
    std::string text;
    for (NodeGres const& gres : record.gres) {
        text += (text.empty() ? "" : ",") + gres.name + (gres.type.empty() ? "" : ":" + gres.type) +
                ":" + std::to_string(gres.count);
    }
    return text;
}

NodeView view_node(Site const& site, NodesState const& nodes, std::int32_t index) {
    Node const& node = site.nodes[static_cast<std::size_t>(index)];
    NodeRecord const& record = site.record_of(index);
    NodeView view;
    view.name = node.name;
    view.cpus = record.cpus;
    view.sockets = record.sockets;
    view.cores_per_socket = record.cores_per_socket;
    view.threads_per_core = record.threads_per_core;
    view.memory_mb = record.real_memory_mb;
    view.tmp_disk_mb = record.tmp_disk_mb;
    view.weight = record.weight;
    for (std::string const& feature : record.features)
        view.features += (view.features.empty() ? "" : ",") + feature;
    view.gres = gres_text(record);
    view.down = !nodes.up.contains(index);
    view.drain = nodes.drained.contains(index);
    view.completing = nodes.completing.contains(index);
    if (view.down || view.drain) {
        NodeNote const& known = nodes.notes[static_cast<std::size_t>(index)];
        view.reason = known.reason;
        if (known.since) view.reason_time = *known.since;
    }
    return view;
}

/// Adds the resources that running, suspended and completing jobs hold on the nodes. Gang-scheduled
/// jobs hold the same CPUs.
void add_use(Site const& site, std::vector<NodeView>& nodes, Job const& job) {
    for (NodeShare const& share : job.allocation.nodes) {
        NodeView& node = nodes[static_cast<std::size_t>(share.node)];
        auto const all = site.record_of(share.node).cpus;
        if (job.suspension.held == HeldPart::all)
            node.cpus_allocated = std::min(node.cpus_allocated + share.cpus, all);
        node.memory_allocated_mb += share.memory_mb;
        node.running = node.running || job.state == JobState::running;
    }
}

std::vector<ReservationView>
view_reservations(ReservationBook const& reservations, std::vector<NodeView>& nodes, Instant now) {
    std::vector<ReservationView> views;
    for (HeldReservation const& held : reservations.all()) {
        if (held.gone || held.end <= now) continue;
        ReservationView view;
        view.name = held.config.name;
        view.start = held.start;
        view.end = held.end;
        view.maintenance = held.config.flags.maint;
        held.nodes.for_each([&](std::int32_t node) {
            view.nodes.push_back(node);
            NodeView& shown = nodes[static_cast<std::size_t>(node)];
            if (!held.active_at(now)) return;
            (view.maintenance ? shown.maintenance : shown.reserved) = true;
        });
        views.push_back(std::move(view));
    }
    return views;
}

std::vector<Partition> view_partitions(Configuration const& config) {
    std::vector<Partition> partitions = config.site->partitions;
    for (std::size_t i = 0; i < partitions.size(); ++i) {
        partitions[i].state = config.partition_states[i];
        partitions[i].nodes.clear();
        config.partition_nodes[i].for_each(
            [&](std::int32_t node) { partitions[i].nodes.push_back(node); });
    }
    return partitions;
}

}  // namespace

Snapshot take_snapshot(ClusterState const& state) {
    Snapshot snapshot;
    snapshot.cluster = state.settings().cluster_name;
    snapshot.now = state.clock.now();
    for (std::size_t i = 0; i < state.config.site->nodes.size(); ++i)
        snapshot.nodes.push_back(
            view_node(*state.config.site, state.nodes, static_cast<std::int32_t>(i)));
    snapshot.partitions = view_partitions(state.config);
    snapshot.reservations =
        view_reservations(state.nodes.reservations, snapshot.nodes, state.clock.now());
    snapshot.counters = state.counters;
    snapshot.counters.pending = snapshot.counters.running = 0;
    for (JobSlot const slot : state.jobs.table.in_order()) {
        Job const& job = state.jobs.at(slot);
        if (job.state == JobState::running || job.state == JobState::suspended || job.completing)
            add_use(*state.config.site, snapshot.nodes, job);
        if (job.state == JobState::running) ++snapshot.counters.running;
        if (job.pending())
            snapshot.counters.pending +=
                std::max<std::int64_t>(static_cast<std::int64_t>(job.pending_tasks.size()), 1);
        snapshot.jobs.push_back(view_job(state, job));
    }
    for (std::size_t i = 0; i < snapshot.nodes.size(); ++i) {
        NodeView& node = snapshot.nodes[i];
        // For slurmctld a partly used node is allocated, and allocated nodes are not marked.
        node.planned =
            state.nodes.planned.contains(static_cast<std::int32_t>(i)) && node.cpus_allocated == 0;
    }
    snapshot.weights =
        state.config.multifactor ? state.config.multifactor->settings() : state.settings().priority;
    for (auto const& [position, weight] : snapshot.weights.weight_tres)
        snapshot.tres_weights.emplace_back(state.config.site->tres.name(position), weight);
    snapshot.shares = view_shares(state);
    return snapshot;
}

}  // namespace clustersim::slurm
