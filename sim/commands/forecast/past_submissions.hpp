// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/forecast/later_submissions.hpp"
#include "sim/commands/forecast/past_jobs.hpp"
#include "sim/commands/forecast/run_lengths.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

// The future repeats the past, week by week (a block bootstrap: H. Kuensch, "The jackknife and the
// bootstrap for general stationary observations", Annals of Statistics 17, 1989):
//
//   period   a week, so that hours and days keep their cycles; a day if the log is shorter than a week
//   block    for each period after the snapshot, one of the last eight complete periods of the log that
//            end at the same hour (and day) as the snapshot's, each equally likely
//   jobs     all submissions of the block, moved by whole periods, with the run times that they had;
//            those that had not ended get a sampled one
//
// Valid where demand is as it was in these weeks: not after a change of users, limits or prices.

class PastSubmissions final : public LaterSubmissions {
  public:
    /// Nothing if the past holds no complete day. All arguments outlive it.
    static std::unique_ptr<PastSubmissions>
    from(PastJobs const& past, slurm::QueueSnapshot const& snapshot, RunLengths const& runs);

    [[nodiscard]] std::unique_ptr<SubmissionStream> future(std::uint64_t seed,
                                                           std::uint64_t number) const override;
    [[nodiscard]] std::string source() const override;

    /// Jobs of one period of the past: their range in the log.
    struct Block {
        std::int64_t periods = 0;  ///< that it lies before the snapshot's next period
        std::size_t begin = 0, end = 0;
    };

  private:
    PastSubmissions(PastJobs const& past,
                    slurm::QueueSnapshot const& snapshot,
                    RunLengths const& runs,
                    Seconds period,
                    std::vector<Block> blocks)
        : past_(past),
          snapshot_(snapshot),
          runs_(runs),
          period_(period),
          blocks_(std::move(blocks)) {}

    PastJobs const& past_;
    slurm::QueueSnapshot const& snapshot_;
    RunLengths const& runs_;
    Seconds period_;
    std::vector<Block> blocks_;  ///< at least one; the latest first
};

}  // namespace clustersim
