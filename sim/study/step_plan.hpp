// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/plan_text.hpp"
#include "models/application/scaling.hpp"
#include "models/application/uncertain_numbers.hpp"
#include "models/collective/network.hpp"
#include "sim/core/result.hpp"

#include <vector>

namespace clustersim {

/// The job whose step is predicted, and where it runs.
struct StepSetup {
    Application application;
    Platform platform;
    std::vector<UncertainNumber> uncertain;  ///< of the machine
    Scaling scaling = Scaling::weak;
    Spread placement = Spread::compact;
};

/// The application's plan on `nodes` nodes with the given changes; the other widths fill the nodes. All problems are
/// reported at once: a product of widths that is not the number of devices, a batch that does not divide (CS0110), and
/// impossible values of other keys.
Result<Plan> plan_on(StepSetup const& setup, PlanChanges const& changes, int nodes);

}  // namespace clustersim
