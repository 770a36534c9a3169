// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/node_set.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// Of which partitions' jobs those of a partition are preemptors (spec 7.2): a matter of the site
/// alone, but under preempt/qos, where any partition may be one.
class PreemptionMap {
  public:
    PreemptionMap() = default;
    PreemptionMap(Site const& site, std::vector<NodeSet> const& partition_nodes);

    /// Under preempt/partition_prio: jobs of the one are preemptors of jobs of the other.
    [[nodiscard]] bool between(std::int32_t preemptor, std::int32_t victim) const {
        return between_[static_cast<std::size_t>(preemptor) * from_.size() +
                        static_cast<std::size_t>(victim)];
    }
    /// Whether jobs of a partition may be preemptors at all.
    [[nodiscard]] bool from(std::int32_t partition) const {
        return from_[static_cast<std::size_t>(partition)];
    }

  private:
    std::vector<bool> between_;  ///< by preemptor * partitions + victim
    std::vector<bool> from_;     ///< by partition
};

}  // namespace clustersim::slurm
