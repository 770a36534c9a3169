// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/past_job.hpp"
#include "sim/slurm/replay/replay.hpp"

namespace clustersim::slurm {

/// A replayed job as a job of `past`, which numbers its user and its partition. Start, end and sizes are those of the last
/// run; a job that was refused, or cancelled while it waited, has no start.
PastJob past_job(ReplayedJob const& job, Site const& site, Past& past);

}  // namespace clustersim::slurm
