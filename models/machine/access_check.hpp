// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/config/document.hpp"

namespace clustersim {

/// Checks that access modes name node types of the machine, and that a mode's billing unit is that
/// of the partitions over these nodes; a partition that charges nothing may have any unit; and that rules name partitions of
/// the machine.
void check_access(System const& system, ConfigNode const& document, Diagnostics& diagnostics);

}  // namespace clustersim
