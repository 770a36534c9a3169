// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/study.hpp"

#include <string>

namespace clustersim {

/// One line for each run in which jobs wait for others: the time from their submission to the last end, and the sums of
/// their costs. Empty without such a run.
std::string pipeline_notes(Study const& study);

}  // namespace clustersim
