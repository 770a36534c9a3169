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

/// Rates among neighbours that do not slow down: of each batch the mean over the time that it takes at
/// that rate. `contention` outlives the rates.
BatchRates rates_among_bursts(Contention& contention, SampledStep const& step);

/// A job's flows and those of its neighbours, whose bursts take longer if the job is in their way.
struct ReactingNeighbours {
    BurstTraffic traffic;
    std::vector<Duration> periods;  ///< of each neighbour
    std::vector<double>
        phases;  ///< part of its period at which each neighbour is at zero, in [0, 1)
    SimGridEngine engine;
};

/// Rates among neighbours that slow down as the job does: of each batch what its traffic moves over the
/// time that this takes. `quiet` is the rate of the slowest flow with nobody else on the links. A batch
/// begins while every neighbour is where its own period has brought it; that earlier batches have
/// delayed it is left out.
BatchRates rates_among_reacting(std::shared_ptr<ReactingNeighbours> neighbours,
                                SampledStep const& step,
                                Bandwidth quiet);

}  // namespace clustersim
