// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/job_claims.hpp"

#include "sim/slurm/controller/eligibility.hpp"

#include <algorithm>
#include <string>

namespace clustersim::slurm {

bool may_use_reservation(ClusterState const& state, Job const& job, std::int32_t reservation) {
    auto const& config = state.reservations.all()[static_cast<std::size_t>(reservation)].config;
    auto const listed = [](std::vector<std::string> const& names, std::string const& name) {
        bool positive = false;
        bool found = false;
        for (auto const& entry : names) {
            if (entry.starts_with('-')) {
                if (entry.substr(1) == name) {
                    return false;
                }
            } else {
                positive = true;
                found = found || entry == name;
            }
        }
        return !positive || found;
    };
    // Users and accounts both restrict when both are given, but one list alone is enough otherwise.
    return listed(config.users, job.spec->request.user) &&
           listed(config.accounts, job.spec->account_name);
}

bool licenses_free(ClusterState const& state, QueueRecord const& record) {
    auto const& job = state.jobs.at(record.slot);
    auto const& spec = *job.spec;
    if (spec.licenses.empty()) {
        return true;
    }
    auto const partition = spec.choices[static_cast<std::size_t>(record.choice)].partition;
    auto const end = state.now + effective_minutes(state, job, partition) * 60;
    return std::ranges::all_of(spec.licenses, [&](auto const& one) {
        auto const license = static_cast<std::size_t>(one.first);
        return state.licenses_used[license] + one.second +
                   state.reservations.licenses_kept(
                       one.first, state.now, end, record.reservation) <=
               state.site->licenses[license].total;
    });
}

JobGroups groups_of(ClusterState const& state, Job const& job, std::int32_t choice) {
    auto const& spec = *job.spec;
    JobGroups groups;
    groups.association = spec.association;
    groups.qos = spec.qos;
    groups.partition_qos = state.partition_qos[static_cast<std::size_t>(
        spec.choices[static_cast<std::size_t>(choice)].partition)];
    groups.user = spec.user;
    groups.account = spec.account;
    return groups;
}

void count_waiting(ClusterState& state, Job const& job, std::int64_t tasks) {
    auto groups = groups_of(state, job, 0);
    state.counts.add_submit(groups, tasks);
    std::vector<std::int32_t> counted{groups.partition_qos, groups.qos};
    groups.association = groups.qos = -1;
    for (std::int32_t choice = 1; choice < std::ssize(job.spec->choices); ++choice) {
        groups.partition_qos = groups_of(state, job, choice).partition_qos;
        if (std::ranges::find(counted, groups.partition_qos) == counted.end()) {
            state.counts.add_submit(groups, tasks);
            counted.push_back(groups.partition_qos);
        }
    }
}

void count_choice(ClusterState& state, Job const& job, bool starts) {
    if (job.spec->choices.size() > 1) {
        count_waiting(state, job, starts ? -1 : 1);
        state.counts.add_submit(groups_of(state, job, job.choice), starts ? 1 : -1);
    }
}

void hold_licenses(ClusterState& state, Job const& job, std::int64_t sign) {
    for (auto const& [license, count] : job.spec->licenses) {
        state.licenses_used[static_cast<std::size_t>(license)] += sign * count;
    }
}

void count_start(ClusterState& state, Job const& job, bool starts) {
    auto const groups = groups_of(state, job, job.choice);
    if (!state.limit_plan->stages(groups).any()) {
        return;
    }
    auto const nodes = node_set(job.allocation, state.site->nodes.size());
    JobUse const hold{groups, job.allocated_tres, &nodes};
    if (starts) {
        state.counts.start(hold, Seconds{job.end - job.start});
    } else {
        auto const left = job.end - job.suspension.end_moved - job.usage_until;
        state.counts.end(hold, Seconds{std::max<std::int64_t>(0, left)});
    }
}

}  // namespace clustersim::slurm
