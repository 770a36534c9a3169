// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/allocation.hpp"
#include "sim/slurm/select/node_use.hpp"
#include "sim/slurm/select/resource_request.hpp"
#include "sim/slurm/select/select_mode.hpp"
#include "sim/slurm/select/select_scratch.hpp"

#include <cstdint>
#include <optional>

namespace clustersim::slurm {

/// The nodes from which a selection chooses.
struct CandidateNodes {
    NodeUse const& use;         ///< what jobs hold of them
    NodeSet const& candidates;  ///< the usable nodes of the partition with the requested features
};

/// Chooses nodes, cores and devices as select/cons_tres of Slurm 22.05 does (spec 6.4 to 6.12);
/// empty if the job does not fit. Deterministic.
std::optional<Allocation> select_nodes(Site const& site,
                                       SelectScratch& scratch,
                                       CandidateNodes const& pool,
                                       ResourceRequest const& request,
                                       SelectMode mode);

/// The result of a selection for a start estimate.
struct EstimatedNodes {
    NodeSet nodes;
    std::int32_t open = 0;  ///< above 0: the job will get this many of `nodes`, which are all alike
    std::int32_t cpus = 0;  ///< over all nodes
    Allocation parts;  ///< of a job without whole nodes; empty if the nodes are idle and all alike
};

/// Estimates the choice of select_nodes in a `will_run` test. It does not build the allocation of
/// whole or equal nodes, which is costly and rarely needed; `share_out` does so afterwards.
std::optional<EstimatedNodes> estimate_nodes(Site const& site,
                                             SelectScratch& scratch,
                                             CandidateNodes const& pool,
                                             ResourceRequest const& request);

/// Chooses the nodes of an estimate that left them open; not needed if only the start time matters.
void settle(SelectScratch& scratch, EstimatedNodes& estimate);

/// The allocation of the job by a settled estimate; its nodes are idle in `use`.
Allocation share_out(Site const& site,
                     SelectScratch& scratch,
                     NodeUse const& use,
                     ResourceRequest const& request,
                     EstimatedNodes const& estimate);

}  // namespace clustersim::slurm
