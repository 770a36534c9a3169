// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace clustersim {

/// The nodes in use when a job starts. Nodes are numbered as in the queue, ascending.
struct NodesInUse {
    std::vector<std::int32_t> own;                  ///< of the job that starts
    std::vector<std::vector<std::int32_t>> others;  ///< of each other job that has several nodes
};

/// One run of a job on the nodes that it got. Subclasses may hold more results.
struct PlacedRun {
    explicit PlacedRun(Seconds time) : run_time(time) {}
    PlacedRun(PlacedRun const&) = delete;
    PlacedRun& operator=(PlacedRun const&) = delete;
    virtual ~PlacedRun() = default;

    Seconds run_time;  ///< run time if nothing stops it
};

/// A job whose run time depends on its nodes, or on work that earlier runs have saved. The scheduler
/// calls it once at each start, when the nodes are known. The same nodes and earlier runs give the
/// same result, so that copies of a queue agree.
class PlacedWork {
  public:
    virtual ~PlacedWork() = default;
    /// Not null. `earlier`: the lengths of earlier runs that a requeue cut short.
    [[nodiscard]] virtual std::shared_ptr<PlacedRun const>
    run_on(NodesInUse const& nodes, std::span<Seconds const> earlier) const = 0;
};

}  // namespace clustersim
