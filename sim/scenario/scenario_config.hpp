// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/scenario.hpp"

namespace clustersim {

/// Reads a resolved scenario document (defaults laid under it, no sweep) and reports every problem
/// of it. Names of machines, mixes and applications are only taken down here; resolve.hpp looks
/// them up.
Result<Scenario> read_scenario(ConfigNode const& document);

}  // namespace clustersim
