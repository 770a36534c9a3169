// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/engine/pending_work.hpp"
#include "sim/engine/submission_source.hpp"
#include "sim/scenario/queue_past.hpp"
#include "sim/scenario/slurm_request.hpp"
#include "sim/workload/closed_loop.hpp"
#include "sim/workload/users.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace clustersim {

/// A person for each user of a loop: both are ranked by activity, and those of one rank belong together.
std::vector<std::uint32_t> persons_by_rank(UserPopulation const& people, std::size_t users);

/// Submits the jobs of users who react to the backlog of one partition
/// (sim/workload/closed_loop.hpp) to an emulated Slurm. They see the backlog as it was at most ten
/// minutes ago, and what has ended within a minute. The study's jobs do not count in the backlog:
/// such a request (nodes times limit) would keep the others away for as long as it waits, so that a
/// job with a longer limit would start sooner.
class ReactingUsers final : public SubmissionSource {
  public:
    /// The loop's users are persons of `people`. `present` are jobs of theirs that ran or waited before, by submission.
    ReactingUsers(ClosedLoop loop,
                  SlurmPlace place,
                  std::shared_ptr<UserPopulation const> people,
                  std::vector<std::uint32_t> person_of,
                  std::vector<PresentJob> present);

    [[nodiscard]] std::unique_ptr<SubmissionSource> clone() const override {
        return std::make_unique<ReactingUsers>(*this);
    }
    [[nodiscard]] Instant next() const override { return std::min(next_present(), loop_.next()); }
    std::int64_t submit_due(slurm::Controller& controller) override;
    [[nodiscard]] std::optional<Seconds> longest_unseen() const override { return Seconds{60}; }
    void look(slurm::Controller const& controller) override;

  private:
    [[nodiscard]] slurm::JobRequest request(PresentJob one);
    [[nodiscard]] Instant next_present() const {
        return begun_ < present_->size() ? (*present_)[begun_].job.submit : Instant::never();
    }
    /// True if the job is refused.
    bool submit(slurm::Controller& controller, PresentJob const& one);

    ClosedLoop loop_;
    std::shared_ptr<SlurmPlace const> place_;
    WatchedPartition watched_;
    std::shared_ptr<UserPopulation const> people_;
    std::shared_ptr<std::vector<std::uint32_t> const> person_of_;  ///< by user of the loop
    std::shared_ptr<std::vector<PresentJob> const> present_;
    std::size_t begun_ = 0;                                 ///< of these
    std::unordered_map<std::int32_t, std::uint32_t> open_;  ///< user by job id
    Instant seen_{-1};                                      ///< up to which ends were seen
    Instant measured_{-1'000'000};                          ///< when the backlog was
    std::int64_t number_ = 0;                               ///< of the last job
};

}  // namespace clustersim
