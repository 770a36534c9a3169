// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/limits/usage_counts.hpp"
#include "sim/slurm/priority/usage.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace clustersim::slurm {

/// Stands in for an unlimited time limit in sums of TRES-minutes (spec 1.1).
constexpr std::int64_t year_minutes = std::int64_t{365} * 24 * 60;

/// What the checks look at: the limits, the jobs there are now, and the decayed usage.
struct LimitState {
    LimitPlan const& plan;
    UsageCounts const& counts;
    AssociationUsage const& used;
};

/// What the limits need to know of a job. In hot loops: no copies, no strings.
struct JobLimitsView {
    JobGroups groups;
    std::span<std::int64_t const> tres;   ///< asked for or selected, by position; mem in MB
    std::optional<std::int64_t> minutes;  ///< time limit; absent: unlimited
    NodeSet const* nodes = nullptr;       ///< the selected nodes, when there are some

    [[nodiscard]] std::int64_t tres_at(std::size_t i) const {
        return i < tres.size() ? tres[i] : 0;
    }
};

/// The limits that need no size: Reason::none, or why the job must wait (spec 8.3).
Reason pre_select(LimitState const& state, JobLimitsView const& job);

/// The limits on sizes, with the selected nodes; after a failed selection with the size asked for,
/// so that an accounting reason takes the place of Resources (spec 8.3).
Reason post_select(LimitState const& state, JobLimitsView const& job);

/// The most nodes that limits ever let a job have, and the reason if it needs more (spec 6.1.3).
struct NodeLimit {
    std::optional<std::int64_t> nodes;
    Reason reason = Reason::none;
};
NodeLimit max_nodes(LimitPlan const& plan, JobGroups const& groups);

/// What limits say to a submission (spec 8.4).
struct SubmitDecision {
    Reason reason = Reason::none;         ///< anything else: rejected
    std::optional<std::int64_t> minutes;  ///< the time limit that the limits gave a job without one
};

/// A submission: `job.minutes` as given (absent with `no_time_limit`: none was given), TRES of the
/// least request, and how many tasks come in.
struct SubmitView {
    JobLimitsView job;
    std::int64_t tasks = 1;
    bool no_time_limit = false;
    std::optional<std::int64_t> partition_minutes;  ///< MaxTime; absent: unlimited
};
SubmitDecision submit_check(LimitState const& state, SubmitView const& submission);

/// Does a running job end because a group has used what it may, or the job itself (spec 8.6)?
/// `elapsed` is how long it has run. Reason::none: it goes on.
Reason time_out(LimitState const& state, JobLimitsView const& job, Seconds elapsed);

/// How many more pending jobs may gain age; absent: any number (spec 8.5).
std::optional<std::int64_t> accrue_slots(LimitState const& state, JobGroups const& groups);

}  // namespace clustersim::slurm
