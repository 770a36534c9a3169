// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/backfill_plan.hpp"
#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/search_room.hpp"
#include "sim/slurm/controller/search_terms.hpp"

#include <functional>

namespace clustersim::slurm {

/// True if the plan leaves the nodes of an estimate free in an interval. May choose the nodes that the estimate left open.
using NodesFree = std::function<bool(GridSpan const&, EstimatedNodes&)>;

/// Decides what a start estimate in a room is good for (spec 4.6.11, 4.6.12). Returns true if the search has its finding,
/// false if it continues from a later `from`.
bool use_estimate(ClusterState& state,
                  BackfillPlan const& plan,
                  StartSearch& search,
                  SearchRoom const& room,
                  WillRun found,
                  NodesFree const& nodes_free);

}  // namespace clustersim::slurm
