// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/engine/watched_partition.hpp"
#include "sim/history/past_job.hpp"
#include "sim/slurm/controller/observer.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace clustersim {

/// Records the runs of all jobs that hold nodes of a partition, in the order of their starts. A job has the nodes or the
/// accelerators that the partition counts.
class RunLog final : public slurm::JobObserver {
  public:
    /// `nodes` are those of the partition.
    RunLog(std::shared_ptr<slurm::Site const> site, slurm::NodeSet nodes, WatchedPartition watched);

    void started(slurm::Job const& job, Instant now) override;
    void ended(slurm::Job const& job, slurm::JobState run_state, Instant now) override;

    [[nodiscard]] Past const& runs() const { return runs_; }

  private:
    std::shared_ptr<slurm::Site const> site_;
    slurm::NodeSet nodes_;
    WatchedPartition watched_;
    Past runs_;
    std::unordered_map<std::int64_t, std::size_t>
        open_;  ///< positions of runs that are not over, by job id
};

/// Nodes of the set that the allocation holds, or the accelerators that it holds on them.
std::int64_t watched_units(slurm::Site const& site,
                           slurm::Allocation const& held,
                           slurm::NodeSet const& nodes,
                           WatchedPartition const& watched);

}  // namespace clustersim
