// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/config/document.hpp"

namespace clustersim {

/// Checks that involve several keys: names that refer to nothing, lists that do not match their
/// counts, a partition larger than the machine. Messages give both places. Values that are unusual
/// but possible (a limit above the partition's size) are warnings.
void check_system(System const& system, ConfigNode const& document, Diagnostics& diagnostics);

}  // namespace clustersim
