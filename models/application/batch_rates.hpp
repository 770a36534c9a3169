// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/step_distribution.hpp"
#include "models/flow/burst_traffic.hpp"
#include "models/flow/contention.hpp"
#include "models/flow/simgrid_engine.hpp"
#include "sim/core/random_stream.hpp"

#include <memory>
#include <span>

namespace clustersim {

/// Rates if neighbours do not slow down: for each batch the mean rate over the time that the batch
/// takes at it. `contention` must outlive the rates.
BatchRates rates_among_bursts(Contention& contention, SampledStep const& step);

/// A job's flows and those of its neighbours, whose bursts take longer if they share links with the
/// job.
struct ReactingNeighbours {
    BurstTraffic traffic;
    std::vector<Duration> periods;  ///< of each neighbour
    std::vector<double>
        phases;  ///< share of its period that has passed for each neighbour at time zero, in [0, 1)
    SimGridEngine engine;
};

/// Rates if neighbours slow down too: for each batch the amount of its traffic over the time that
/// the traffic takes. `quiet` is the rate of the slowest flow without other jobs on the links. At
/// the beginning of a batch, every neighbour is where its own period has brought it; delays from
/// earlier batches are left out.
BatchRates rates_among_reacting(std::shared_ptr<ReactingNeighbours> neighbours,
                                SampledStep const& step,
                                Bandwidth quiet);

}  // namespace clustersim
