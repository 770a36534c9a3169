// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/selection.hpp"
#include "sim/slurm/select/select_nodes.hpp"

#include <optional>
#include <vector>

namespace clustersim::slurm {

/// When a job could start if nobody else came, and where.
struct WillRun {
    Instant start;
    Estimate on;
};

/// What to estimate for.
struct WillRunQuery {
    PartitionChoice const* choice = nullptr;
    ResourceRequest const* request = nullptr;  ///< of the choice, perhaps with fewer nodes
    NodeSet const* candidates = nullptr;
    std::vector<JobSlot> const* preemptable = nullptr;  ///< null or empty: none
    std::int32_t leaves = any_leaves;  ///< a choice of more leaf switches does not count
    bool now_only = false;
    Instant until = Instant::never();  ///< a later start is of no use, and need not be found
};

/// select/cons_tres' will-run test (spec 4.4): what is free now, then without the jobs that may be
/// preempted, then with running jobs taken away by their expected ends, batch by batch. The start is
/// the expected end of the last job taken away, which can be later than necessary (TV-31).
std::optional<WillRun> will_run(ClusterState& state, WillRunQuery const& query);

/// When an overdue job is taken to end (spec 4.4.5, TV-39).
Instant guess_end(Site const& site, Job const& job, Instant now);

}  // namespace clustersim::slurm
