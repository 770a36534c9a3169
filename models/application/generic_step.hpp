// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/generic.hpp"
#include "models/application/node_rates.hpp"
#include "sim/core/result.hpp"

namespace clustersim {

/// One step by the roofline of the nodes and the time of the messages. Fails if the nodes lack the processors or the
/// memory.
Result<GenericStep> roofline_step(StepWork const& work, GenericPlatform const& platform, int nodes);

/// One step on `nodes` nodes. `measured_on` are the nodes of the application's measurements, if it
/// has some. Fails if the time is not known.
Result<GenericStep> generic_step(GenericApplication const& application,
                                 GenericPlatform const* measured_on,
                                 GenericPlatform const& platform,
                                 int nodes);

}  // namespace clustersim
