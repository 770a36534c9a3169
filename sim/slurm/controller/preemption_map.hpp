// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/node_set.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// The partitions, or under preempt/qos the QOS, whose jobs may be preempted by jobs of each (spec 7.2). It depends on
/// the site only.
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
    /// Under preempt/partition_prio: true if jobs of the partition may preempt any others.
    [[nodiscard]] bool from(std::int32_t partition) const {
        return from_[static_cast<std::size_t>(partition)];
    }
    /// Under preempt/qos: true if jobs of the first QOS preempt jobs of the second; within one QOS,
    /// by priority.
    [[nodiscard]] bool between_qos(std::int32_t preemptor, std::int32_t victim) const {
        return preemptor >= 0 && victim >= 0 &&
               between_qos_[static_cast<std::size_t>(preemptor) * from_qos_.size() +
                            static_cast<std::size_t>(victim)];
    }
    /// Under preempt/qos: true if jobs of the QOS may preempt any others.
    [[nodiscard]] bool from_qos(std::int32_t qos) const {
        return qos >= 0 && from_qos_[static_cast<std::size_t>(qos)];
    }

  private:
    void find_qos(Site const& site);

    std::vector<bool> between_;      ///< by preemptor * partitions + victim
    std::vector<bool> from_;         ///< by partition
    std::vector<bool> between_qos_;  ///< by preemptor * QOS + victim
    std::vector<bool> from_qos_;     ///< by QOS
};

}  // namespace clustersim::slurm
