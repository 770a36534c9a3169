// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/friction/friction.hpp"
#include "sim/history/past_job.hpp"
#include "sim/slurm/read/snapshot/queue_snapshot.hpp"
#include "sim/slurm/request/admin_command.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace clustersim {

/// A command of an administrator in a sampled future.
struct FrictionEvent {
    Instant at;  ///< from the snapshot's origin
    slurm::AdminCommand command;
};

/// The friction of a cluster's past (friction.hpp), carried into the futures of its queue.
///
/// Friction is inferred from the last 60 days, apart for each group of partitions that share nodes. In a sample
/// (friction_ahead.hpp), lost nodes are drained: jobs that run there go on. As many nodes fewer are drained as are down or drained
/// in the snapshot, because those are lost already; likewise, a loss or closure that goes on is that of the snapshot. A closed partition is
/// DOWN. A limit of running jobs becomes MaxJobs of the user's associations if the site enforces limits and shows none
/// for that user.
///
/// Not carried: limits in nodes, and the order, because the priorities of the snapshot have it already.
class CarriedFriction {
  public:
    /// `past` is in Unix times and has what runs and waits now, too.
    CarriedFriction(slurm::QueueSnapshot const& snapshot, Past const& past);

    /// The site with the limits of users.
    [[nodiscard]] std::shared_ptr<slurm::Site const>
    limited(std::shared_ptr<slurm::Site const> const& site) const;
    /// The commands of the future of that number, by time. The same seed and number give the same ones.
    [[nodiscard]] std::vector<FrictionEvent>
    future(std::uint64_t seed, std::uint64_t number, Seconds horizon) const;
    /// What was inferred and what of it is carried: one sentence each.
    [[nodiscard]] std::vector<std::string> const& sources() const { return sources_; }

  private:
    /// Partitions that share nodes.
    struct Pool {
        std::vector<std::int32_t> partitions;
        std::vector<std::int32_t> nodes;  ///< that can be used in the snapshot; ascending
        std::int64_t lost_now = 0;        ///< the others
        Friction friction;
    };
    void infer(Pool& pool, Past const& past);
    void add_losses(Pool const& pool,
                    std::uint64_t seed,
                    std::uint64_t number,
                    Seconds horizon,
                    std::vector<FrictionEvent>& out) const;

    slurm::QueueSnapshot const& snapshot_;
    std::vector<Pool> pools_;
    std::vector<std::string> sources_;
};

}  // namespace clustersim
