// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/site/settings.hpp"

namespace clustersim::slurm {

/// The next usage reset after one at `last` (or after the start of the controller), spec 5.4.6:
/// midnight of the next day, of the next Sunday, or of the first day of the next month, quarter or
/// year. `origin` is the Unix time of Instant 0; local time is UTC. Instant::never() for `none`,
/// and for `now`, whose only reset is at the start.
Instant next_usage_reset(UsageReset period, Instant last, Seconds origin);

}  // namespace clustersim::slurm
