// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/plan.hpp"
#include "models/application/platform.hpp"
#include "sim/core/diagnostic.hpp"

namespace clustersim {

/// Reports formats of numbers that mean nothing for the application, its software or the device, and layers to recompute that a
/// stage does not have.
void check_formats(Application const& application,
                   Plan const& plan,
                   Platform const& platform,
                   Diagnostics& problems);

}  // namespace clustersim
