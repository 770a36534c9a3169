// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/player/event_log.hpp"

#include "sim/core/hostlist.hpp"

#include <string>
#include <vector>

namespace clustersim::slurm::conformance {

std::ostream& EventLog::line(Job const& job, Instant now, std::string_view what) {
    *out_ << now.since_origin << " JobId=" << job.id;
    if (job.array_id != 0) {
        *out_ << " (" << job.array_id << '_';
        if (job.task)
            *out_ << *job.task;
        else
            *out_ << '*';
        *out_ << ')';
    }
    return *out_ << ' ' << what << " Priority=" << job.priority;
}

void EventLog::submitted(Job const& job, Instant now) {
    line(job, now, "submitted") << '\n';
}

void EventLog::reason_changed(Job const& job, Instant now) {
    if (job.pending()) line(job, now, "waits") << " Reason=" << reason_name(job.reason) << '\n';
}

void EventLog::estimated(Job const& job, Instant now) {
    if (!job.expected_start) return;
    std::vector<std::string> names;
    job.planned_nodes.for_each([&](std::int32_t node) {
        names.push_back(site_->nodes[static_cast<std::size_t>(node)].name);
    });
    line(job, now, "promised") << " Start=" << job.expected_start->since_origin
                               << " Nodes=" << compress_hostlist(names) << '\n';
}

void EventLog::started(Job const& job, Instant now) {
    std::vector<std::string> names;
    for (NodeShare const& share : job.allocation.nodes)
        names.push_back(site_->nodes[static_cast<std::size_t>(share.node)].name);
    line(job, now, job.started_by == StartedBy::backfill ? "started by backfill" : "started")
        << " Nodes=" << compress_hostlist(names) << '\n';
}

void EventLog::suspended(Job const& job, Instant now) {
    line(job, now, "suspended") << '\n';
}

void EventLog::resumed(Job const& job, Instant now) {
    line(job, now, "resumed") << '\n';
}

void EventLog::ended(Job const& job, JobState run_state, Instant now) {
    line(job, now, "run ended") << " State=" << state_name(run_state) << '\n';
}

void EventLog::finished(Job const& job, Instant now) {
    line(job, now, "finished") << " State=" << state_name(job.state) << '\n';
}

}  // namespace clustersim::slurm::conformance
