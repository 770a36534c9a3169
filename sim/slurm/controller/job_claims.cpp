// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/job_claims.hpp"

#include "sim/slurm/controller/eligibility.hpp"

#include <algorithm>
#include <string>

namespace clustersim::slurm {

bool may_use_reservation(Reservation const& reservation, JobSpec const& spec) {
    auto const listed = [](std::vector<std::string> const& names, std::string const& name) {
        bool positive = false;
        bool found = false;
        for (auto const& entry : names) {
            if (entry.starts_with('-')) {
                if (entry.substr(1) == name) return false;
            } else {
                positive = true;
                found = found || entry == name;
            }
        }
        return !positive || found;
    };
    // If users and accounts are both given, both must match; otherwise the given list must.
    return listed(reservation.users, spec.request.user) &&
           listed(reservation.accounts, spec.account_name);
}

bool licenses_free(ClusterState const& state, QueueRecord const& record) {
    auto const& job = state.jobs.at(record.slot);
    auto const& spec = *job.spec;
    if (spec.licenses.empty()) return true;
    auto const partition = spec.choices[static_cast<std::size_t>(record.choice)].partition;
    auto const end = state.clock.now() + effective_limit(*state.config.site, job, partition);
    return std::ranges::all_of(spec.licenses, [&](auto const& one) {
        auto const license = static_cast<std::size_t>(one.first);
        return state.nodes.licenses_used[license] + one.second +
                   state.nodes.reservations.licenses_kept(
                       one.first, state.clock.now(), end, record.reservation) <=
               state.config.site->licenses[license].total;
    });
}

JobGroups groups_of(Configuration const& config, Job const& job, std::int32_t choice) {
    auto const& spec = *job.spec;
    JobGroups groups;
    groups.association = spec.association;
    groups.qos = spec.qos;
    groups.partition_qos = config.partition_qos[static_cast<std::size_t>(
        spec.choices[static_cast<std::size_t>(choice)].partition)];
    groups.user = spec.user;
    groups.account = spec.account;
    return groups;
}

void count_waiting(UsageCounts& counts,
                   Configuration const& config,
                   Job const& job,
                   std::int64_t tasks) {
    auto groups = groups_of(config, job, 0);
    counts.add_submit(groups, tasks);
    std::vector<std::int32_t> counted{groups.partition_qos, groups.qos};
    groups.association = groups.qos = -1;
    for (std::int32_t choice = 1; choice < std::ssize(job.spec->choices); ++choice) {
        groups.partition_qos = groups_of(config, job, choice).partition_qos;
        if (std::ranges::find(counted, groups.partition_qos) == counted.end()) {
            counts.add_submit(groups, tasks);
            counted.push_back(groups.partition_qos);
        }
    }
}

void count_choice(UsageCounts& counts, Configuration const& config, Job const& job, bool starts) {
    if (job.spec->choices.size() > 1) {
        count_waiting(counts, config, job, starts ? -1 : 1);
        counts.add_submit(groups_of(config, job, job.choice), starts ? 1 : -1);
    }
}

void count_start(UsageCounts& counts, Configuration const& config, Job const& job) {
    auto const groups = groups_of(config, job, job.choice);
    if (counts.plan().stages(groups).any()) {
        auto const nodes = node_set(job.allocation, config.site->nodes.size());
        counts.start({groups, job.allocated_tres, &nodes}, job.end - job.start);
    }
}

void count_end(UsageCounts& counts, Configuration const& config, Job const& job) {
    auto const groups = groups_of(config, job, job.choice);
    if (counts.plan().stages(groups).any()) {
        auto const nodes = node_set(job.allocation, config.site->nodes.size());
        auto const left = job.end - job.suspension.end_moved - job.usage_until;
        counts.end({groups, job.allocated_tres, &nodes}, std::max(Seconds{}, left));
    }
}

}  // namespace clustersim::slurm
