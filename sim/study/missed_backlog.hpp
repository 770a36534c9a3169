// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/study/study.hpp"

namespace clustersim {

/// A warning if the users of a run keep less than a third or more than three times the pending work
/// that the scenario requests: limits of the partition keep jobs out of it, or it is so small that
/// single jobs decide. The backlog is the mean over the replicates; with fewer than ten replicates
/// it is not known well enough.
Diagnostics missed_backlog(RunAnswer const& run);

}  // namespace clustersim
