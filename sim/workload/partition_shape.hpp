// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"

#include <cstdint>
#include <limits>

namespace clustersim {

/// The resources of one partition, and the largest job that it accepts.
struct PartitionShape {
    std::int32_t nodes = 1;
    std::int32_t units_per_node = 1;  ///< schedulable units of a node: GPUs, or processors
    std::int32_t max_job_nodes = 1;   ///< limit of one job, 1..nodes
    Seconds max_walltime{86400};      ///< limit of one job, at least 1 s
    bool whole_nodes = false;         ///< jobs never share a node
    std::int32_t max_submitted = std::numeric_limits<std::int32_t>::max();  ///< jobs of one user

    /// Units of the whole partition.
    [[nodiscard]] constexpr double units() const {
        return static_cast<double>(nodes) * units_per_node;
    }
};

}  // namespace clustersim
