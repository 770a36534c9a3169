// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/fit/pilot.hpp"
#include "sim/report/format.hpp"

#include <string>

namespace clustersim {

/// The fitted parameters with their intervals, then step times and efficiencies with bands. CSV has only the
/// predictions.
std::string pilot_text(PilotSetup const& setup, PilotFit const& fit, Format format);

}  // namespace clustersim
