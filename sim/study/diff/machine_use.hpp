// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/diff/diff_side.hpp"

namespace clustersim {

/// How one machine was used over a span.
struct MachineUse {
    double capacity = 0.0;    ///< CPU-seconds of all nodes
    double busy = 0.0;        ///< CPU-seconds of allocated CPUs
    double lost = 0.0;        ///< CPU-seconds that were idle although waiting jobs wanted them
    double busy_nodes = 0.0;  ///< node-seconds of nodes with a job, at most all
    double all_nodes = 0.0;   ///< node-seconds of all nodes

    MachineUse& operator+=(MachineUse const& other);
    MachineUse& operator-=(MachineUse const& other);
};

/// The use between two instants of a sample. `lost` integrates the smaller of the idle CPUs and the CPUs of the waiting
/// jobs (of those that start later): the loss of capacity of V. Leung, G. Sabin and P. Sadayappan, Parallel job
/// scheduling policies to improve fairness, Sandia report SAND2008-1310. It counts jobs as waiting from their
/// submission, also while a limit or a dependency holds them.
MachineUse machine_use(DiffSide const& side, DiffSample const& sample, Instant from, Instant to);

}  // namespace clustersim
