// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/run_study.hpp"

#include <cstddef>
#include <vector>

namespace clustersim {

/// The first replicate of a machine's queue, without the study's jobs.
struct MachineQueue {
    std::size_t run = 0;  ///< the first one of the machine
    QueueTimeline timeline;
};

/// The queue of each machine, in which its first run is tried, on the workers. Machines without a background load are left
/// out. The warm-ups of the runs must be settled. Empty if interrupted.
std::vector<MachineQueue> machine_queues(std::vector<ResolvedRun> const& runs,
                                         RunOptions const& options);

}  // namespace clustersim
