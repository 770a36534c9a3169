// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/workload/partition_shape.hpp"

#include <cstdint>

namespace clustersim {

/// What the size of an arrival counts.
enum class SizeUnit { gpu, node };

/// An arrival after a partition's limits: what it holds there, and for how long.
struct JobShape {
    std::int32_t nodes = 1;
    std::int32_t units = 1;  ///< on each of the nodes
    Seconds run;
    bool size_cut = false;  ///< asked for more than one job may have
    bool run_cut = false;   ///< would have run beyond the walltime limit

    /// Unit-seconds that the job keeps from others.
    [[nodiscard]] constexpr double work() const {
        return static_cast<double>(nodes) * units * static_cast<double>(run.count);
    }
};

/// Sizes in GPUs share one node if they fit in it, else take whole nodes; sizes in nodes take whole
/// nodes. A job larger than the partition allows takes the most that is allowed; a longer one is
/// stopped at the walltime limit, as the scheduler would stop it. `size` is at least 1, `run` at
/// least 1 s.
JobShape shape_job(std::int64_t size, SizeUnit unit, Seconds run, PartitionShape const& partition);

}  // namespace clustersim
