// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/reader.hpp"
#include "sim/slurm/site/node_config.hpp"

namespace clustersim::slurm {

/// Notes what no node can be: counts that contradict each other, or more than can be counted.
void check_node_record(Reader& entry, NodeRecord const& record);

}  // namespace clustersim::slurm
