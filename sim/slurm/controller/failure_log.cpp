// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/failure_log.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

constexpr double hour = 3600.0;

/// Hours of a span between two instants.
double hours_within(Instant begin, Instant end, Instant from, Instant to) {
    Seconds const part = std::min(end, to) - std::max(begin, from);
    return static_cast<double>(std::max<std::int64_t>(0, part.count)) / hour;
}

}  // namespace

void FailureLog::node_failed(std::int32_t node, Instant now) {
    down_[node] = outages.size();
    outages.push_back({node, now, std::nullopt});
}

void FailureLog::node_returned(std::int32_t node, Instant now) {
    auto const open = down_.find(node);
    if (open == down_.end()) return;
    outages[open->second].to = now;
    down_.erase(open);
}

void FailureLog::ended(Job const& job, JobState run_state, Instant now) {
    if (run_state != JobState::node_fail) return;
    runs.push_back({job.start,
                    now,
                    static_cast<std::int32_t>(job.allocation.nodes.size()),
                    job.allocation.cpus,
                    !is_final(job.state),
                    job.allocation.nodes.empty() ? -1 : job.allocation.nodes.front().node});
}

void FailureLog::shift(Seconds later) {
    for (NodeOutage& one : outages) {
        one.from = one.from + later;
        if (one.to) one.to = *one.to + later;
    }
    for (LostRun& one : runs) {
        one.start = one.start + later;
        one.end = one.end + later;
    }
}

FailureTotals failure_totals(FailureLog const& log, Instant from, Instant to) {
    FailureTotals sum;
    for (NodeOutage const& one : log.outages) {
        sum.node_failures += one.from >= from && one.from < to ? 1 : 0;
        sum.node_hours_down += hours_within(one.from, one.to.value_or(to), from, to);
    }
    for (LostRun const& one : log.runs) {
        if (one.end >= from && one.end < to) ++(one.requeued ? sum.jobs_requeued : sum.jobs_failed);
        sum.node_hours_lost += one.nodes * hours_within(one.start, one.end, from, to);
    }
    return sum;
}

}  // namespace clustersim::slurm
