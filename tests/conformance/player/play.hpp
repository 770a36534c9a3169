// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/controller.hpp"
#include "tests/conformance/player/played_job.hpp"
#include "tests/conformance/player/workload.hpp"

#include <ostream>
#include <string>
#include <vector>

namespace clustersim::slurm::conformance {

struct PlayOptions {
    /// Seconds by which the workload starts later relative to the daemons' periodic loops.
    double phase = 0;
    CycleMode cycles = CycleMode::fast;
    /// The daemons of the recording took turns (tests/conformance/oracle), so that a database
    /// causes no delay. Otherwise slurmctld, after waiting for slurmdbd, is one second and a moment
    /// late.
    bool turns = false;
    /// Where each event of each job is written, or nullptr.
    std::ostream* events = nullptr;
};

struct Played {
    std::vector<PlayedJob> rows;          ///< in the order of jobs.csv, tasks by index
    std::vector<std::string> complaints;  ///< commands that the controller refused
};

/// Plays a workload as the recorder does: with the same instants and the same end.
Played play(Workload const& workload, PlayOptions const& options);

}  // namespace clustersim::slurm::conformance
