// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/found_once.hpp"
#include "sim/scenario/resolved_run.hpp"
#include "sim/study/matched_backlog.hpp"
#include "sim/study/queue_study.hpp"
#include "sim/study/steady_state.hpp"

#include <cstddef>
#include <string>

namespace clustersim {

/// All that determines the queue of a run, by value: the jobs of two runs with the same are submitted to the same queues, even
/// if their files were read at different times. Empty on an empty machine.
std::string queue_identity(ResolvedRun const& run);

/// What was simulated of queues, for later questions in the same process, by queue_identity(). Answers are those without
/// a store.
struct QueueStore {
    explicit QueueStore(std::size_t most_queues = 32) : queues(most_queues) {}

    /// At the submissions of their replicates, by identity and replicate; about 0.5 to 5 MB each. A queue with more
    /// replicates than that, or whose number is not known before, is not kept: each would displace the next one.
    FoundOnce<QueueAtSubmission> queues;
    FoundOnce<SteadyState> steady_states{1000};
    FoundOnce<MatchedBacklog> backlogs{1000};  ///< by identity and records
};

}  // namespace clustersim
