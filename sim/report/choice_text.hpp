// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolved_run.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// The partitions and QOS that were chosen because the scenario does not name them, with the reason; one line for each
/// different choice. Empty if the scenario names all of them.
std::string choice_text(std::vector<ResolvedRun> const& runs);

}  // namespace clustersim
