// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolve.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// Which partition and QOS each run got that its scenario did not name, and why; one line for each different
/// choice. Empty when the scenario named everything.
std::string choice_text(std::vector<ResolvedRun> const& runs);

}  // namespace clustersim
