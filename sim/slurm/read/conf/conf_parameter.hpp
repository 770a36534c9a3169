// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/conf/conf_reading.hpp"
#include "sim/slurm/read/parameters/parameter.hpp"

namespace clustersim::slurm {

/// The pair with the emulated value that takes the place of one that is legal but not emulated, which
/// is listed; otherwise the same pair.
ConfPair emulated_value(ConfPair const& pair, ConfReading& reading);

/// Sets a parameter from a pair of slurm.conf; keeps its value if there is a problem.
void set_parameter(Parameter const& parameter,
                   Settings& settings,
                   ConfPair const& pair,
                   ConfReading& reading);

}  // namespace clustersim::slurm
