// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/conf/conf_reading.hpp"
#include "sim/slurm/read/parameters/parameter.hpp"

namespace clustersim::slurm {

/// Sets a parameter to what a pair of slurm.conf says; after a complaint it keeps its value.
void set_parameter(Parameter const& parameter,
                   Settings& settings,
                   ConfPair const& pair,
                   ConfReading& reading);

}  // namespace clustersim::slurm
