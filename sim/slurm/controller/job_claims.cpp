// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/job_claims.hpp"

#include "sim/slurm/controller/effective_limit.hpp"

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
    // A reservation that always lies ahead runs no job: it keeps long jobs off its nodes.
    if (reservation.flags.time_float) return false;
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

}  // namespace clustersim::slurm
