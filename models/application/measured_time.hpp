// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/generic.hpp"
#include "sim/core/result.hpp"

namespace clustersim {

/// The time of a step between measured node counts. Fails outside of them.
Result<GenericStep> measured_step(MeasuredTimes const& times, int nodes);

/// The time of a step by a law from one measured time.
GenericStep law_step(LawTimes const& times, int nodes);

}  // namespace clustersim
