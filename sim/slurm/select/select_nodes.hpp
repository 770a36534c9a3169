// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/allocation.hpp"
#include "sim/slurm/select/node_use.hpp"
#include "sim/slurm/select/resource_request.hpp"
#include "sim/slurm/select/select_scratch.hpp"

#include <cstdint>
#include <optional>

namespace clustersim::slurm {

/// `run_now` and `will_run` choose from what is free in the NodeUse given; a `will_run` test obeys
/// bf_busy_nodes. `ever` asks whether the job could run on an empty cluster.
enum class SelectMode { run_now, will_run, ever };

/// Chooses nodes, cores and devices as select/cons_tres of Slurm 22.05 does (spec 6.4 to 6.12), or
/// says that the job does not fit. `candidates` are nodes of the partition with the right features
/// that may be used; deterministic; does not change `use`.
std::optional<Allocation> select_nodes(Site const& site,
                                       SelectScratch& scratch,
                                       NodeUse const& use,
                                       ResourceRequest const& request,
                                       NodeSet const& candidates,
                                       SelectMode mode);

/// What an estimate asks of a selection.
struct Estimate {
    NodeSet nodes;
    std::int32_t open = 0;  ///< above 0: it will be so many of `nodes`, which are all alike
    std::int32_t cpus = 0;  ///< over all nodes
    Allocation parts;       ///< of a job that does not take whole nodes
};

/// What select_nodes would choose in a `will_run` test. Whole nodes are not shared out: that is much
/// of the work, and hardly ever looked at; `share_out` does it afterwards.
std::optional<Estimate> estimate_nodes(Site const& site,
                                       SelectScratch& scratch,
                                       NodeUse const& use,
                                       ResourceRequest const& request,
                                       NodeSet const& candidates);

/// Chooses the nodes of an estimate that left them open: whoever asks only when, need not.
void settle(SelectScratch& scratch, Estimate& estimate);

/// What the job would hold by an estimate that is settled; whole nodes are idle in `use`.
Allocation share_out(Site const& site,
                     SelectScratch& scratch,
                     NodeUse const& use,
                     ResourceRequest const& request,
                     Estimate const& estimate);

}  // namespace clustersim::slurm
