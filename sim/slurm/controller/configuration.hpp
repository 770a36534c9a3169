// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/preemption_map.hpp"
#include "sim/slurm/priority/multifactor.hpp"
#include "sim/slurm/request/feature_expression.hpp"
#include "sim/slurm/request/submission_names.hpp"
#include "sim/slurm/site/node_set.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace clustersim::slurm {

/// The site as currently configured by slurm.conf and administrators, with derived tables. Jobs and
/// time do not change it.
struct Configuration {
    explicit Configuration(std::shared_ptr<Site const> described);

    std::shared_ptr<Site const> site;
    std::vector<std::shared_ptr<Site const>> former_sites;
    std::shared_ptr<SubmissionNames const> names;
    std::shared_ptr<Multifactor const> multifactor;
    std::vector<NodeSet> partition_nodes;
    std::vector<PartitionState> partition_states;
    std::vector<std::int64_t> partition_cpus;
    std::vector<std::int32_t> partition_qos;  ///< index of each partition's QOS; -1: none
    PreemptionMap preemption;
    FeatureNodes features;

    /// Replaces the description of the same nodes, partitions and associations.
    void replace_site(std::shared_ptr<Site const> changed);

    [[nodiscard]] Settings const& settings() const { return site->settings; }
    [[nodiscard]] Partition const& partition(std::int32_t index) const {
        return site->partitions[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] NodeSet const& nodes_of(std::int32_t partition_index) const {
        return partition_nodes[static_cast<std::size_t>(partition_index)];
    }
};

}  // namespace clustersim::slurm
