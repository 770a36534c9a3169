// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/selection.hpp"
#include "sim/slurm/select/select_nodes.hpp"

#include <optional>
#include <vector>

namespace clustersim::slurm {

/// When and where a job could start if no further jobs were submitted.
struct WillRun {
    Instant start;
    Estimate on;
};

/// The times between which running jobs end in an estimate; by default at any time.
struct EndWindow {
    Instant from;                   ///< jobs that end before it have ended before the first test
    Instant to = Instant::never();  ///< jobs that end later do not end
};

/// The input of an estimate.
struct WillRunQuery {
    PartitionChoice const* choice = nullptr;
    ResourceRequest const* request = nullptr;  ///< of the choice, possibly with fewer nodes
    NodeSet const* candidates = nullptr;
    std::vector<JobSlot> const* preemptable = nullptr;  ///< null or empty: none
    std::int32_t leaves = any_leaves;  ///< a selection with more leaf switches is rejected
    bool now_only = false;
    Instant until = Instant::never();  ///< a later start is not needed and need not be found
    EndWindow ends;
    bool may_lack = true;  ///< false: too_few_leave() is known to be false
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
