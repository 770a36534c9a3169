// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/admin.hpp"

#include "sim/slurm/controller/admin_jobs.hpp"
#include "sim/slurm/controller/eligibility.hpp"
#include "sim/slurm/controller/node_failure.hpp"
#include "sim/slurm/controller/priority_update.hpp"

#include <utility>
#include <variant>

namespace clustersim::slurm {

namespace {

using Message = std::optional<std::string>;

Message apply(ClusterState& state, NodeUpdate const& update) {
    if (update.weight) return "Changing the weight of a node is not supported";
    if (!update.state) return std::nullopt;
    change_nodes(state, update);
    ++state.triggers.requests;
    state.touch();
    return std::nullopt;
}

Message apply(ClusterState& state, PartitionUpdate const& update) {
    if (update.priority_tier || update.priority_job_factor || update.max_minutes || update.nodes) {
        auto changed = std::make_shared<Site>(*state.config.site);
        auto& partition = changed->partitions[static_cast<std::size_t>(update.partition)];
        if (update.priority_tier) partition.priority_tier = *update.priority_tier;
        if (update.priority_job_factor) partition.priority_job_factor = *update.priority_job_factor;
        if (update.max_minutes) {
            partition.max_minutes = *update.max_minutes < 0
                                        ? std::nullopt
                                        : std::optional<std::int64_t>(*update.max_minutes);
        }
        if (update.nodes) return "Changing the nodes of a partition is not supported";
        state.replace_site(std::move(changed));
    }
    if (update.state)
        state.config.partition_states[static_cast<std::size_t>(update.partition)] = *update.state;
    for (auto const slot : state.jobs.pending()) {
        set_priorities(state.accounting, state.config, state.jobs.at(slot), state.clock.now());
        requeue_records(state, slot);
    }
    ++state.triggers.requests;
    state.touch();
    return std::nullopt;
}

Message apply(ClusterState& state, ReservationCreate const& create) {
    auto const& wanted = create.reservation;
    NodeSet taken(state.config.site->nodes.size());
    for (auto const slot : state.jobs.running) {
        auto const& job = state.jobs.at(slot);
        if (wanted.flags.ignore_jobs || job.end <= wanted.start) continue;
        for (auto const& share : job.allocation.nodes) taken.insert(share.node);
    }
    auto const made = state.nodes.reservations.create(
        *state.config.site,
        wanted,
        {state.clock.now(), state.nodes.use.idle(), state.nodes.available, taken});
    if (!made) return "Requested nodes are busy";
    ++state.triggers.requests;
    state.touch();
    return std::nullopt;
}

Message apply(ClusterState& state, ReservationDelete const& remove) {
    auto const index = state.nodes.reservations.find(remove.name);
    if (!index) return "Requested reservation is invalid";
    state.nodes.reservations.remove(*index);
    ++state.triggers.requests;
    state.touch();
    return std::nullopt;
}

}  // namespace

Message apply_command(ClusterState& state, AdminCommand const& command) {
    state.triggers.last_activity = state.clock.now();
    state.jobs.running.note_change();  // a command may change which jobs can be preempted
    return std::visit(
        [&](auto const& one) {
            if constexpr (requires { change_jobs(state, one); })
                return change_jobs(state, one);
            else
                return apply(state, one);
        },
        command);
}

}  // namespace clustersim::slurm
