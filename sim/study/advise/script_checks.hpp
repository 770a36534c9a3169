// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/partition.hpp"
#include "sim/study/advise/node_request.hpp"

namespace clustersim {

/// Notes on what the script asks: options that are not simulated, steps that srun would refuse, nodes of which only a
/// part is used but all is billed. None of them prevents an answer.
Diagnostics script_notes(JobScript const& script,
                         NodeRequest const& asked,
                         SlurmPlace const& place,
                         Partition const& partition);

}  // namespace clustersim
