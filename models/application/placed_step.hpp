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

/// A training job with all that its step depends on but the network.
struct TrainingSetup {
    Application application;
    Platform platform;
    Plan plan;
};

/// A job's step on given nodes, and the routes of what it sends in it.
struct PlacedStep {
    SampledStep step;
    std::function<StepTime(Bandwidth port)> at;  ///< with its parts, if each port carries so much
    Routes routes;                               ///< of one step of the rings that reduce gradients
};

/// Routes the setup's gradient traffic over the network of its nodes; the rate of a port takes the place
/// of the tapers of a typical placement. Fails where prepare_step and route_all do.
Result<PlacedStep> placed_step(TrainingSetup const& setup,
                               Fabric const& fabric,
                               FlowNetwork const& network,
                               std::span<FabricNodeId const> nodes);

/// The same by the closed forms: the tapers that such a placement meets are in the rate of a port, and
/// nothing is routed. Fails where prepare_step does.
Result<PlacedStep> placed_step(TrainingSetup const& setup, FabricSpan const& span);

}  // namespace clustersim
