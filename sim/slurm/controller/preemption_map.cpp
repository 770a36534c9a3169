// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/preemption_map.hpp"

#include <algorithm>

namespace clustersim::slurm {

PreemptionMap::PreemptionMap(Site const& site, std::vector<NodeSet> const& partition_nodes)
    : between_(site.partitions.size() * site.partitions.size(), false),
      from_(site.partitions.size(), false) {
    if (site.settings.preempt_type == PreemptType::qos) find_qos(site);
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

void PreemptionMap::find_qos(Site const& site) {
    auto const& all = site.qos;
    between_qos_.assign(all.size() * all.size(), false);
    from_qos_.assign(all.size(), false);
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t j = 0; j < all.size(); ++j) {
            bool const can = i == j ? all[i].preempt_within || site.settings.preempt_within
                                    : std::ranges::count(all[i].preempt, all[j].name) > 0;
            between_qos_[i * all.size() + j] = can;
            from_qos_[i] = from_qos_[i] || can;
        }
    }
}

}  // namespace clustersim::slurm
