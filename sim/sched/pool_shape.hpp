// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/workload/job.hpp"

#include <cstdint>

namespace clustersim {

/// Equal nodes, each with the same number of schedulable units (processors or GPUs).
///
/// With one unit per node, a node is free or taken, all free nodes are equal, and scheduling only
/// counts. With more units, jobs that request part of a node share it.
struct PoolShape {
    std::int32_t nodes = 1;
    std::int32_t units_per_node = 1;

    [[nodiscard]] constexpr std::int64_t total_units() const {
        return std::int64_t{nodes} * units_per_node;
    }
    /// Whether the job could start on an empty machine.
    [[nodiscard]] constexpr bool can_ever_start(Job const& job) const {
        return job.nodes >= 1 && job.nodes <= nodes && job.units >= 1 &&
               job.units <= units_per_node;
    }
    friend constexpr bool operator==(PoolShape, PoolShape) = default;
};

/// Consecutive nodes of an allocation: first, first + 1, … first + count - 1.
struct NodeRange {
    std::int32_t first = 0;
    std::int32_t count = 0;
    friend constexpr bool operator==(NodeRange, NodeRange) = default;
};

}  // namespace clustersim
