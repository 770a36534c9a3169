// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/jobs_state.hpp"
#include "sim/slurm/controller/node_events.hpp"
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

/// Why and since when a node is down or drained, as its administrator wrote it.
struct NodeNote {
    std::string reason;
    std::optional<Instant> since;  ///< absent: since before the run
};

/// The nodes and licences, their use by jobs, and their reservations.
struct NodesState {
    explicit NodesState(Site const& site);

    NodeUse use;
    std::shared_ptr<NodeUse const> nobody;  ///< the same nodes without any job
    std::int32_t sharing_jobs = 0;          ///< running jobs without exclusive nodes
    std::int32_t without_cores = 0;         ///< running jobs that hold only memory and devices
    NodeSet up;                             ///< not DOWN
    NodeSet drained;                        ///< no new jobs
    NodeSet available;                      ///< up and not drained
    NodeSet completing;                     ///< with a killed job that is still completing
    NodeSet planned;              ///< promised to a pending job by the last backfill cycle
    std::vector<NodeNote> notes;  ///< by node
    std::vector<std::int64_t> licenses_used;
    ReservationBook reservations;
    NodeEvents events;                         ///< failures and repairs that are ahead
    std::optional<Instant> reservations_seen;  ///< up to when beginnings were detected

    /// Adds the allocation of a job.
    void occupy(Job const& job);
    /// Removes what an ended job still holds.
    void vacate(Job const& job);
    /// To be called after a change of `up` or `drained`.
    void refresh_available() {
        available = up;
        available -= drained;
    }

    /// Checks that nodes and licences are in use by the running jobs only.
    void check(Site const& site, JobsState const& jobs) const;
};

/// Takes the licences of a running job, or with a negative sign returns them.
void hold_licenses(NodesState& nodes, Job const& job, std::int64_t sign);

}  // namespace clustersim::slurm
