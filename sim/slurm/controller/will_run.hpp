// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/will_run_query.hpp"
#include "sim/slurm/select/select_nodes.hpp"

#include <optional>

namespace clustersim::slurm {

/// When and where a job could start if no further jobs were submitted.
struct WillRun {
    Instant start;
    EstimatedNodes on;
};

/// True if the count of nodes that are free by `until` shows that the test would fail.
[[nodiscard]] bool too_few_leave(ClusterState& state, WillRunQuery const& query);

/// The will-run test of select/cons_tres (spec 4.4): first with the resources that are free now,
/// then without the jobs that may be preempted, then with running jobs removed by their expected
/// ends, batch by batch. The start is the expected end of the last removed job, which can be later
/// than necessary (TV-31).
std::optional<WillRun> will_run(ClusterState& state, WillRunQuery const& query);

/// The assumed end of an overdue job (spec 4.4.5, TV-39).
Instant guess_end(Site const& site, Job const& job, Instant now);

}  // namespace clustersim::slurm
