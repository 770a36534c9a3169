// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "sim/scenario/scenario.hpp"

namespace clustersim {

/// The parts of a plan that a training job asks for and the application's software does not offer: one error each.
Diagnostics unoffered_parts(JobSpec const& job, Application const& application);

}  // namespace clustersim
