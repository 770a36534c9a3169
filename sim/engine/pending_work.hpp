// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/engine/watched_partition.hpp"
#include "sim/slurm/controller/cluster_state.hpp"

#include <string_view>

namespace clustersim {

/// Nodes, or accelerators, times the requested walltime, in seconds, of the pending jobs of the
/// partition that wait for nodes. Those that wait for a limit of their user, for another job or for
/// a time delay no other job. The jobs of the user `except` do not count; empty: all do.
double pending_work(slurm::ClusterState const& state,
                    WatchedPartition const& watched,
                    std::string_view except = {});

}  // namespace clustersim
