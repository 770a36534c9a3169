// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolve.hpp"
#include "sim/study/run_options.hpp"
#include "sim/study/study.hpp"

#include <cstddef>
#include <vector>

namespace clustersim {

/// A replicate of a machine's queue, without the study's jobs: the one with the median wait of the job that waits longest
/// in it.
struct MachineQueue {
    std::size_t run = 0;  ///< the first one of the machine
    QueueTimeline timeline;
};

/// The queue of each machine, in which its first run is tried, on the workers. Machines without a background load are left
/// out. The warm-ups of the runs must be settled; `study` answers them. Empty if interrupted.
std::vector<MachineQueue>
machine_queues(std::vector<ResolvedRun> const& runs, Study const& study, RunOptions const& options);

}  // namespace clustersim
