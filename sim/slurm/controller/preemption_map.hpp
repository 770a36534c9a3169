// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/node_set.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// The partitions whose jobs may be preempted by jobs of each partition (spec 7.2). It depends on
/// the site only; under preempt/qos, any partition may have preemptors.
class PreemptionMap {
  public:
    PreemptionMap() = default;
    PreemptionMap(Site const& site, std::vector<NodeSet> const& partition_nodes);

    /// Under preempt/partition_prio: true if jobs of the first partition preempt jobs of the
    /// second.
    [[nodiscard]] bool between(std::int32_t preemptor, std::int32_t victim) const {
        return between_[static_cast<std::size_t>(preemptor) * from_.size() +
                        static_cast<std::size_t>(victim)];
    }
    /// True if jobs of the partition may preempt any others.
    [[nodiscard]] bool from(std::int32_t partition) const {
        return from_[static_cast<std::size_t>(partition)];
    }

  private:
    std::vector<bool> between_;  ///< by preemptor * partitions + victim
    std::vector<bool> from_;     ///< by partition
};

}  // namespace clustersim::slurm
