// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/plan.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// What a plan does that its words do not say, in whole sentences: weights in a format of matrix units that products of this
/// precision cannot read as they are stored, and a
/// bucket of more gradients than a device has.
std::vector<std::string> plan_notes(Application const& application, Plan const& plan);

}  // namespace clustersim
