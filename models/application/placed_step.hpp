// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/step_distribution.hpp"
#include "models/application/step_time.hpp"
#include "models/fabric/fabric.hpp"
#include "models/flow/flow_network.hpp"
#include "sim/core/result.hpp"

#include <functional>
#include <span>

namespace clustersim {

/// A training job: everything that determines its step except the network.
struct TrainingSetup {
    Application application;
    Platform platform;
    Plan plan;
};

/// A job's step on given nodes, and the routes of the messages in it.
struct PlacedStep {
    SampledStep step;
    std::function<StepTime(Bandwidth port)> at;  ///< with its parts, if each port carries `port`
    Routes routes;                               ///< of one step of the rings that reduce gradients
};

/// Routes the setup's gradient traffic over the network of its nodes; the rate of a port replaces the
/// tapers of a typical placement. Fails if prepare_step or route_all fails.
Result<PlacedStep> placed_step(TrainingSetup const& setup,
                               Fabric const& fabric,
                               FlowNetwork const& network,
                               std::span<FabricNodeId const> nodes);

/// The same by the closed forms: the rate of a port includes the tapers of such a placement, and
/// nothing is routed. Fails if prepare_step fails.
Result<PlacedStep> placed_step(TrainingSetup const& setup, FabricSpan const& span);

}  // namespace clustersim
