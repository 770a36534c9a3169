// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/jobs_state.hpp"
#include "sim/slurm/controller/reservation_book.hpp"
#include "sim/slurm/select/node_use.hpp"
#include "sim/slurm/site/node_set.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// Why a node is down or drained, as its administrator wrote it, and since when.
struct NodeNote {
    std::string reason;
    std::optional<Instant> since;  ///< absent: since before the run
};

/// The nodes and the licences, what jobs hold of them, and what is kept for whom.
struct NodesState {
    explicit NodesState(Site const& site);

    NodeUse use;
    std::shared_ptr<NodeUse const> nobody;  ///< the same nodes with no job on them
    std::int32_t sharing_jobs = 0;          ///< running jobs that do not have their nodes alone
    std::int32_t without_cores = 0;         ///< running jobs that hold but memory and devices
    NodeSet up;                             ///< not DOWN
    NodeSet drained;                        ///< no new jobs
    NodeSet available;                      ///< up and not drained
    NodeSet completing;                     ///< a killed job is still leaving
    NodeSet planned;              ///< promised to a pending job by the last backfill cycle
    std::vector<NodeNote> notes;  ///< by node
    std::vector<std::int64_t> licenses_used;
    ReservationBook reservations;
    std::optional<Instant> reservations_seen;  ///< up to when their beginnings were noticed

    /// Gives a job what it was allocated.
    void occupy(Job const& job);
    /// Takes back what a job that ran still holds.
    void vacate(Job const& job);
    /// Call after a change of `up` or `drained`.
    void refresh_available() {
        available = up;
        available -= drained;
    }

    /// That nodes and licences are in use by the running jobs, and by nobody else.
    void check(Site const& site, JobsState const& jobs) const;
};

/// Holds the licences of a running job, or with a minus gives them back.
void hold_licenses(NodesState& nodes, Job const& job, std::int64_t sign);

}  // namespace clustersim::slurm
