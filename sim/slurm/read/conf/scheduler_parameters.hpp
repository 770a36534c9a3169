// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/conf/conf_reading.hpp"
#include "sim/slurm/site/settings.hpp"

namespace clustersim::slurm {

/// SchedulerParameters=… (spec 3.2, 4.1), added to what `settings` holds.
void read_scheduler_parameters(Settings& settings, ConfPair const& list, ConfReading& reading);

}  // namespace clustersim::slurm
