// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/job_queue.hpp"
#include "sim/slurm/controller/minutes.hpp"
#include "sim/slurm/controller/will_run.hpp"
#include "sim/slurm/select/resource_request.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace clustersim::slurm {

/// What backfill searches for one record.
struct SearchTerms {
    QueueRecord record;
    std::shared_ptr<JobSpec const> spec;
    Minutes length;       ///< to search with: --time-min if given
    Minutes start_limit;  ///< the time limit if it started now
    bool no_reserve = false;
    ResourceRequest request;
    std::shared_ptr<std::vector<JobSlot> const> preemptable;  ///< null: none
};

/// What a search found, and what it recorded on the way.
struct SearchFinding {
    enum class Kind {
        nothing,      ///< that the queue would notice
        nowhere,      ///< no start in the plan
        now,          ///< a start that must be attempted
        estimate,     ///< a start estimate without a promise
        beyond_plan,  ///< a start estimate after the window of the plan
        promise,      ///< a start for which nodes are to be promised
    };
    Kind kind = Kind::nothing;
    bool tested = false;               ///< counts as a test
    bool moved = false;                ///< a start was moved because of the plan of earlier jobs
    std::optional<std::int32_t> cpus;  ///< of the last start estimate, if the job keeps it
    std::optional<WillRun> start;
};

/// The search of one record's start.
struct StartSearch : SearchTerms {
    explicit StartSearch(SearchTerms terms) : SearchTerms(std::move(terms)) {}

    Instant from;           ///< no start before it
    SearchFinding finding;  ///< so far
    /// Until when the same search would find the same, if the plan and the use of nodes do not
    /// change.
    Instant steady_until = Instant::never();

    void steady_only_before(Instant time) { steady_until = std::min(steady_until, time); }
};

}  // namespace clustersim::slurm
