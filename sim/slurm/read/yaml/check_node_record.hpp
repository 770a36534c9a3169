// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/reader.hpp"
#include "sim/slurm/site/node_config.hpp"

namespace clustersim::slurm {

/// Reports what no node can have: counts that contradict each other, or counts beyond what Slurm
/// can count.
void check_node_record(Reader& entry, NodeRecord const& record);

}  // namespace clustersim::slurm
