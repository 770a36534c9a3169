// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/preemption_map.hpp"

namespace clustersim::slurm {

PreemptionMap::PreemptionMap(Site const& site, std::vector<NodeSet> const& partition_nodes)
    : between_(site.partitions.size() * site.partitions.size(), false),
      from_(site.partitions.size(), site.settings.preempt_type == PreemptType::qos) {
    if (site.settings.preempt_type != PreemptType::partition_prio) return;
    auto const& partitions = site.partitions;
    for (std::size_t i = 0; i < partitions.size(); ++i) {
        for (std::size_t j = 0; j < partitions.size(); ++j) {
            auto const mode = partitions[j].preempt_mode.value_or(site.settings.preempt_mode);
            bool const can = partitions[j].priority_tier < partitions[i].priority_tier &&
                             mode != PreemptMode::off &&
                             partition_nodes[i].intersects(partition_nodes[j]);
            between_[i * partitions.size() + j] = can;
            from_[i] = from_[i] || can;
        }
    }
}

}  // namespace clustersim::slurm
