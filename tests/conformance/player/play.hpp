// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/controller.hpp"
#include "tests/conformance/player/played_job.hpp"
#include "tests/conformance/player/workload.hpp"

#include <string>
#include <vector>

namespace clustersim::slurm::conformance {

struct PlayOptions {
    /// The workload begins so many seconds later against the daemon's periodic loops.
    double phase = 0;
    CycleMode cycles = CycleMode::fast;
    /// The recorder let the daemons take turns (tests/conformance/oracle), so that a database delays
    /// nothing. Otherwise slurmctld, once it has waited for slurmdbd, is a second and a moment late.
    bool turns = false;
};

struct Played {
    std::vector<PlayedJob> rows;          ///< in the order of jobs.csv, tasks by index
    std::vector<std::string> complaints;  ///< commands that the controller refused
};

/// Plays a workload as the recorder does: the same instants, the same end.
Played play(Workload const& workload, PlayOptions const& options);

}  // namespace clustersim::slurm::conformance
