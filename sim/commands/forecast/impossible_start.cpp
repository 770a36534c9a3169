// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/impossible_start.hpp"

#include "sim/slurm/controller/job_qos.hpp"
#include "sim/slurm/controller/outlook.hpp"
#include "sim/slurm/request/time_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

using slurm::Reason;

std::string minutes_text(std::int64_t minutes) {
    return slurm::squeue_duration(Seconds{60 * minutes});
}

/// The limit behind a reason, in words; empty for a reason that says it all.
std::string broken_limit_text(slurm::ClusterState const& state, slurm::Job const& job) {
    slurm::Site const& site = *state.config.site;
    slurm::Partition const& partition = state.partition(job.chosen().partition);
    std::int64_t const asked = slurm::count_of(job.limit).value_or(0);
    std::int32_t const nodes = job.spec->request.min_nodes.value_or(1);
    switch (job.reason) {
        case Reason::part_time_limit:
            return fmt::format("it asks for {}, partition {} allows {}",
                               minutes_text(asked),
                               partition.name,
                               minutes_text(partition.max_minutes.value_or(0)));
        case Reason::part_node_limit: {
            auto const size = static_cast<std::int32_t>(partition.nodes.size());
            if (nodes < partition.min_nodes)
                return fmt::format("it asks for {} nodes, partition {} takes jobs of {} or more",
                                   nodes,
                                   partition.name,
                                   partition.min_nodes);
            return fmt::format("it asks for {} nodes, partition {} allows {}",
                               nodes,
                               partition.name,
                               std::min(size, partition.max_nodes.value_or(size)));
        }
        case Reason::qos_max_wall: {
            slurm::Qos const* const qos = slurm::qos_of(site, job);
            std::string const name = qos == nullptr ? partition.qos : qos->name;
            return fmt::format(
                "it asks for {}, more than QOS {} allows", minutes_text(asked), name);
        }
        case Reason::assoc_max_wall:
            return fmt::format("it asks for {}, more than its account allows", minutes_text(asked));
        default: return {};
    }
}

}  // namespace

bool can_never_start(slurm::Controller const& controller, QueuedTarget const& target) {
    slurm::Job const* const job = controller.find(target.job);
    return job != nullptr && slurm::can_never_start(*job);
}

std::optional<std::string> why_never(StartingPoint const& start) {
    // In this time every loop has seen the job once.
    constexpr Seconds one_round{120};
    slurm::Controller fork = start.controller;
    fork.run_until(fork.now() + one_round);
    if (!can_never_start(fork, start.target)) return std::nullopt;
    slurm::Job const& job = *fork.find(start.target.job);
    std::string const limit = broken_limit_text(fork.state(), job);
    return fmt::format("{}{}{}", slurm::reason_name(job.reason), limit.empty() ? "" : ": ", limit);
}

}  // namespace clustersim
