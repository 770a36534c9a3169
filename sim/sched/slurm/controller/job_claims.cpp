// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/slurm/controller/job_claims.hpp"

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

bool licenses_free(ClusterState const& state, Job const& job) {
    return std::all_of(job.spec->licenses.begin(), job.spec->licenses.end(), [&](auto const& one) {
        auto const license = static_cast<std::size_t>(one.first);
        return state.licenses_used[license] + one.second <= state.site->licenses[license].total;
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

}  // namespace clustersim::slurm
