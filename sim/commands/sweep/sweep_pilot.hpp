// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/sweep/sweep.hpp"

#include <cstddef>
#include <functional>
#include <optional>

namespace clustersim {

/// What the parts of a sweep cost, in seconds of one core.
struct SweepCosts {
    double queue = 0.0;            ///< once for each queue: the search of its warm-up
    double queue_replicate = 0.0;  ///< to simulate a queue once
    double point = 0.0;            ///< once for each point: to resolve it
    double point_replicate = 0.0;  ///< to try a point in a replicate of its queue
};

/// t = Q c_q + N c_n + R (Q c_r + N c_p), for Q queues, N points and R replicates.
double
core_seconds(SweepCosts const& costs, std::size_t queues, std::size_t points, double replicates);

/// Measures the costs on up to three of the queues: one point and several points, each with one and with three replicates,
/// give the four unknowns. `clock` counts seconds of processor time. Nothing if interrupted.
std::optional<SweepCosts> measure_costs(Sweep const& sweep,
                                        std::vector<SweepQueue> const& queues,
                                        std::function<double()> const& clock,
                                        std::function<bool()> const& interrupted);

}  // namespace clustersim
