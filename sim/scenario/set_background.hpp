// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolved_run.hpp"

#include <string_view>

namespace clustersim {

/// Sets a key of `background` in the run's document and reads the background load of its scenario from there, so that a
/// result holds what is simulated. Only the basis of the backlog, which no document states, stays.
void set_background(ResolvedRun& run, std::string_view key, ConfigNode value);

}  // namespace clustersim
