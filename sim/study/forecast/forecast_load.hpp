// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/random_stream.hpp"
#include "sim/slurm/read/snapshot/queue_snapshot.hpp"
#include "sim/study/forecast/run_lengths.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// The jobs that will be submitted after a snapshot: Poisson arrivals at the rate of the recent
/// submissions that the snapshot still shows, each a copy of one of them. Short jobs that ended
/// before the snapshot are not among them, so the rate is a lower bound.
class LaterJobs {
  public:
    explicit LaterJobs(slurm::QueueSnapshot const& snapshot);

    /// Seconds until the next submission; nothing if there are none.
    [[nodiscard]] std::optional<double> next_gap(RandomStream& random) const;
    /// The request of a submission, with its run times.
    [[nodiscard]] slurm::JobRequest
    sample(slurm::Site const& site, RunLengths const& runs, RandomStream& random) const;
    /// People hold back in a queue that is longer than usual: with this many jobs waiting, nobody
    /// submits another one. `now`: how many wait in the snapshot.
    static std::size_t most_waiting(std::size_t now);
    [[nodiscard]] bool none() const { return templates_.empty(); }
    /// "42 submissions an hour, as in the last 6 h (250 of them are still known)".
    [[nodiscard]] std::string source() const;

  private:
    std::vector<slurm::JobRequest> templates_;
    double per_second_ = 0.0;
    Seconds window_;
};

}  // namespace clustersim
