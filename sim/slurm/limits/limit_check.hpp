// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/limits/usage_counts.hpp"
#include "sim/slurm/priority/usage.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace clustersim::slurm {

/// The value of an unlimited time limit in sums of TRES-minutes (spec 1.1).
constexpr std::int64_t year_minutes = std::int64_t{365} * 24 * 60;

/// Input of the checks: the limits, the current jobs, and the decayed usage.
struct LimitState {
    LimitPlan const& plan;
    UsageCounts const& counts;
    AssociationUsage const& used;
};

/// The properties of a job that limits depend on. Used in hot loops: no copies, no strings.
struct JobLimitsView {
    JobGroups groups;
    std::span<std::int64_t const> tres;   ///< requested or selected, by position; mem in MB
    std::optional<std::int64_t> minutes;  ///< time limit; absent: unlimited
    NodeSet const* nodes = nullptr;       ///< the selected nodes, if any

    [[nodiscard]] std::int64_t tres_at(std::size_t i) const {
        return i < tres.size() ? tres[i] : 0;
    }
};

/// Checks the limits that do not depend on sizes. Returns Reason::none, or why the job must wait
/// (spec 8.3).
Reason pre_select(LimitState const& state, JobLimitsView const& job);

/// Checks the limits on sizes with the selected nodes; after a failed selection, with the requested
/// size, so that an accounting reason replaces Resources (spec 8.3).
Reason post_select(LimitState const& state, JobLimitsView const& job);

/// The maximum number of nodes that limits allow a job, and the reason if it needs more (spec
/// 6.1.3).
struct NodeLimit {
    std::optional<std::int64_t> nodes;
    Reason reason = Reason::none;
};
NodeLimit max_nodes(LimitPlan const& plan, JobGroups const& groups);

/// The result of checking a submission against limits (spec 8.4).
struct SubmitDecision {
    Reason reason = Reason::none;         ///< anything else: rejected
    std::optional<std::int64_t> minutes;  ///< time limit assigned by limits to a job without one
};

/// A submission: `job.minutes` as given (absent with `no_time_limit`: none was given), TRES of the
/// smallest request, and the number of submitted tasks.
struct SubmitView {
    JobLimitsView job;
    std::int64_t tasks = 1;
    bool no_time_limit = false;
    std::optional<std::int64_t> partition_minutes;  ///< MaxTime; absent: unlimited
};
SubmitDecision submit_check(LimitState const& state, SubmitView const& submission);

/// Checks whether a running job ends because its group or the job itself reached a usage limit
/// (spec 8.6). `elapsed` is its run time so far. Returns Reason::none if it continues.
Reason time_out(LimitState const& state, JobLimitsView const& job, Seconds elapsed);

/// Number of further pending jobs that may gain age; absent: unlimited (spec 8.5).
std::optional<std::int64_t> accrue_slots(LimitState const& state, JobGroups const& groups);

}  // namespace clustersim::slurm
