// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/platform.hpp"
#include "sim/scenario/scenario.hpp"

#include <optional>

namespace clustersim {

/// The fastest plan with the batch of the application's `own`, if it is faster or `own` leaves too little memory; else
/// nothing.
std::optional<Plan> faster_than_own(Application const& application,
                                    Platform const& platform,
                                    TrainingWork const& work,
                                    Plan const& own);

/// The fastest plan of a training job with the parts that the scenario fixes (`plan: auto`). It leaves the software's
/// margin of the devices' memory, if any plan does. The global batch is the scenario's, else the published one, rounded if the devices do not share it
/// evenly, else that of the application's strong-scaling study. Errors: no global batch (CS0110), those of
/// search_plans.
Result<Plan>
best_plan(Application const& application, Platform const& platform, JobSpec const& job);

}  // namespace clustersim
