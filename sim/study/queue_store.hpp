// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/found_once.hpp"
#include "sim/study/matched_backlog.hpp"
#include "sim/study/queue_study.hpp"
#include "sim/study/steady_state.hpp"

#include <cstddef>

namespace clustersim {

/// Simulated queues, kept for later questions in the same process by queue_identity()
/// (run_queue.hpp). The answers are the same as without a store.
struct QueueStore {
    explicit QueueStore(std::size_t most_queues = 32) : queues(most_queues) {}

    /// The queues at the submissions of their replicates, by identity and replicate; about 0.5 to 5
    /// MB each. A queue with more replicates than are kept, or with a number of replicates that is
    /// not known in advance, is not kept: each replicate would displace the next one.
    FoundOnce<QueueAtSubmission> queues;
    FoundOnce<SteadyState> steady_states{1000};
    FoundOnce<MatchedBacklog> backlogs{1000};  ///< by identity and records
};

}  // namespace clustersim
