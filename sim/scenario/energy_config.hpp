// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/reader.hpp"
#include "sim/scenario/scenario.hpp"

namespace clustersim {

/// Reads the block `energy:`, which asks for the hours of start to be compared.
void read_energy(Reader energy, Scenario& scenario);

}  // namespace clustersim
