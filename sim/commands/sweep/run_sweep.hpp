// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/sweep/sweep.hpp"
#include "sim/study/work.hpp"

#include <functional>
#include <vector>

namespace clustersim {

/// Answers the points of the queues and stores them as they are answered. Every point has the same replicates of the
/// random streams as all others (common random numbers), and points with the same queue are tried in the same
/// simulation of it. The answers depend neither on the number of workers nor on the division of the points. The work
/// counts points; `clock` counts seconds. Returns false if interrupted. Errors: those of the store.
Result<bool> run_sweep(Sweep const& sweep,
                       std::vector<SweepQueue> const& queues,
                       SweepStore& store,
                       Work const& work,
                       std::function<double()> clock);

}  // namespace clustersim
