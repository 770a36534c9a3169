// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/scenario/resolve.hpp"
#include "sim/study/queue_study.hpp"
#include "sim/study/run_options.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace clustersim {

/// Runs with the same queue, which are therefore tried in the same replicates.
struct QueueGroup {
    QueueSetup setup;
    std::vector<std::size_t> runs;  ///< indices of the study's runs
    std::vector<Submission> submissions;
    std::string identity{};  ///< its name in a store of queues; empty: it is not kept
    std::vector<ReplicateAnswer> replicates;
    std::shared_ptr<WholeQueue const> whole_queue{};  ///< of all replicates, if it was observed
};

/// False for a replicate that was interrupted or not started.
bool was_simulated(ReplicateAnswer const& replicate);

/// Simulates the replicates of all groups, and adds more until the medians of each group are as
/// precise as its runs request. If nothing starts within the longest wait in the first five
/// replicates of a group, leaves out its other replicates, with a warning. What it decides depends
/// on finished replicates only, never on the number of workers. False if interrupted.
bool simulate_all(std::vector<QueueGroup>& groups,
                  std::vector<ResolvedRun> const& runs,
                  RunOptions const& options,
                  Diagnostics& warnings);

}  // namespace clustersim
