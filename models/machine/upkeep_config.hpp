// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/upkeep.hpp"
#include "sim/config/reader.hpp"

namespace clustersim {

/// Reads `closed`, `successor` and `checked` of a machine.
Upkeep read_upkeep(Reader& reader);

}  // namespace clustersim
