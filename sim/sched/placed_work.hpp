// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace clustersim {

/// Who lies where as a job starts. Nodes are numbered as the queue numbers them, ascending.
struct NodesInUse {
    std::vector<std::int32_t> own;                  ///< of the job that starts
    std::vector<std::vector<std::int32_t>> others;  ///< of each other job that has several nodes
};

/// One run of a job on the nodes it got. Who made it may have put more behind it.
struct PlacedRun {
    explicit PlacedRun(Seconds time) : run_time(time) {}
    PlacedRun(PlacedRun const&) = delete;
    PlacedRun& operator=(PlacedRun const&) = delete;
    virtual ~PlacedRun() = default;

    Seconds run_time;  ///< how long it runs if nobody stops it
};

/// A job whose run time depends on where it runs, or on what earlier runs have saved. Whoever starts
/// jobs asks it once at each start, when the nodes are known; the same nodes and earlier runs give the
/// same answer, so that copies of a queue agree.
class PlacedWork {
  public:
    virtual ~PlacedWork() = default;
    /// Not null. `earlier`: how long each earlier run lasted that a requeue cut short.
    [[nodiscard]] virtual std::shared_ptr<PlacedRun const>
    run_on(NodesInUse const& nodes, std::span<Seconds const> earlier) const = 0;
};

}  // namespace clustersim
