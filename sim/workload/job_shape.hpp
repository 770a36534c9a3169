// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/workload/partition_shape.hpp"

#include <cstdint>

namespace clustersim {

/// The unit in which the size of an arrival is counted.
enum class SizeUnit { gpu, node };

/// An arrival cut to a partition's limits: its nodes, units and run time there.
struct JobShape {
    std::int32_t nodes = 1;
    std::int32_t units = 1;  ///< on each of the nodes
    Seconds run;
    bool size_cut = false;  ///< requested more than one job may have
    bool run_cut = false;   ///< would have run beyond the walltime limit

    /// Unit-seconds that the job makes unavailable to others.
    [[nodiscard]] constexpr double work() const {
        return static_cast<double>(nodes) * units * static_cast<double>(run.count);
    }
};

/// Jobs sized in GPUs share a node if they fit in one, else take whole nodes; jobs sized in nodes
/// take whole nodes. A job larger than the partition allows gets the largest size allowed; a longer
/// one ends at the walltime limit, as the scheduler would stop it. `size` is at least 1, `run` at
/// least 1 s.
JobShape shape_job(std::int64_t size, SizeUnit unit, Seconds run, PartitionShape const& partition);

}  // namespace clustersim
