// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace clustersim::slurm {

/// Jobs whose start estimates all have the same CPUs, so that one more estimate does not change
/// their priority: jobs on a fixed number of whole nodes that are all of one size.
class ConstantSizes {
  public:
    /// True if the priority of the job already counts those CPUs.
    [[nodiscard]] bool known(ClusterState const& state, QueueRecord const& record);

  private:
    /// CPUs of each node of a partition; 0 if they differ.
    [[nodiscard]] std::int32_t cpus_of_nodes(ClusterState const& state, std::int32_t partition);

    std::shared_ptr<Site const> site_;
    std::vector<std::int32_t> cpus_;  ///< by partition; -1: not yet known
};

}  // namespace clustersim::slurm
