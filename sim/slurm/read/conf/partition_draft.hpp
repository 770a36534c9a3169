// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/conf/conf_lines.hpp"
#include "sim/slurm/site/partition_config.hpp"

#include <optional>

namespace clustersim::slurm {

/// A partition before the nodes and TRES of its node list and weights are resolved.
struct PartitionDraft {
    Partition partition;
    std::optional<ConfPair> nodes;
    std::optional<ConfPair> billing_weights;
    // Of spellings of one parameter Slurm prefers these, whatever their order.
    std::optional<ConfPair> priority, oversubscribe, shared;
};

}  // namespace clustersim::slurm
