// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/scenario.hpp"

#include <vector>

namespace clustersim {

/// Reads a resolved scenario document (with defaults, without a sweep) and reports every problem. Names of machines,
/// mixes and applications are only stored here; resolve.hpp looks them up. `jobs` are those of a document without any.
Result<Scenario> read_scenario(ConfigNode const& document, std::vector<JobSpec> jobs = {});

/// Reads the background load of such a document alone, which has no errors.
BackgroundSpec read_background(ConfigNode const& document);

}  // namespace clustersim
