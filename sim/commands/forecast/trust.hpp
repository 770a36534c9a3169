// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/forecast/learned_start.hpp"

#include <string>

namespace clustersim {

/// Which answer to believe, the simulation's or that of the past, in one sentence with its reason. Only the learned range
/// was compared with waits of this machine: if it held 85 to 95 % of them, and the queue is not beyond all that was learned from,
/// it is the one to trust.
std::string whom_to_trust(PastAnswer const& past);

}  // namespace clustersim
