// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/platform.hpp"
#include "sim/scenario/scenario.hpp"

namespace clustersim {

/// The fastest plan of a training job that fits in the devices' memory, with the parts that the scenario fixes
/// (`plan: auto`). The global batch is the scenario's, else the published one, rounded if the devices do not share it
/// evenly, else that of the application's strong-scaling study. Errors: no global batch (CS0110), those of
/// search_plans.
Result<Plan>
best_plan(Application const& application, Platform const& platform, JobSpec const& job);

}  // namespace clustersim
