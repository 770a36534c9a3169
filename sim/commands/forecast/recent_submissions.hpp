// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/forecast/later_submissions.hpp"
#include "sim/commands/forecast/run_lengths.hpp"
#include "sim/slurm/read/snapshot/queue_snapshot.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// Poisson arrivals at the rate of the latest submissions that the snapshot still shows (of the last hour, else the last
/// 50 of a day), each a copy of one of them. Short jobs that ended before the snapshot are not among them, so the rate is
/// a lower bound.
class RecentSubmissions final : public LaterSubmissions {
  public:
    /// Both arguments outlive it.
    RecentSubmissions(slurm::QueueSnapshot const& snapshot, RunLengths const& runs);

    [[nodiscard]] std::unique_ptr<SubmissionStream> future(std::uint64_t seed,
                                                           std::uint64_t number) const override;
    [[nodiscard]] std::string source() const override;

  private:
    slurm::QueueSnapshot const& snapshot_;
    RunLengths const& runs_;
    std::vector<slurm::JobRequest> templates_;
    double per_second_ = 0.0;
    Seconds window_;
};

}  // namespace clustersim
