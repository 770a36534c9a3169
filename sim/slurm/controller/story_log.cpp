// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/story_log.hpp"

#include "sim/slurm/controller/job_view.hpp"

namespace clustersim::slurm {

namespace {

JobEvent& add(JobStory& story, JobEventKind kind, Job const& job, Instant now) {
    JobEvent event;
    event.at = now;
    event.kind = kind;
    event.priority = job.priority;
    story.events.push_back(std::move(event));
    return story.events.back();
}

}  // namespace

StoryLog::Kept* StoryLog::kept_of(Job const& job) {
    if (job.id != id_ && job.array_id != id_) return nullptr;
    Kept& kept = kept_[job.id];
    kept.story.id = job.id;
    return &kept;
}

void StoryLog::notice_eligible(Kept& kept, Job const& job, Instant now) {
    bool const is_now = job.eligible && *job.eligible <= now;
    if (is_now && kept.eligible != job.eligible) {
        kept.eligible = job.eligible;
        add(kept.story, JobEventKind::eligible, job, now);
    }
    if (!job.eligible) kept.eligible.reset();
}

void StoryLog::submitted(Job const& job, Instant now) {
    Kept* const kept = kept_of(job);
    if (kept == nullptr) return;
    add(kept->story, JobEventKind::submitted, job, now);
    notice_eligible(*kept, job, now);
    if (job.reason != Reason::none)
        add(kept->story, JobEventKind::waits, job, now).reason = job.reason;
}

void StoryLog::reason_changed(Job const& job, Instant now) {
    Kept* const kept = kept_of(job);
    if (kept == nullptr) return;
    notice_eligible(*kept, job, now);
    if (job.pending() && job.reason != Reason::none)
        add(kept->story, JobEventKind::waits, job, now).reason = job.reason;
}

void StoryLog::estimated(Job const& job, Instant now) {
    Kept* const kept = kept_of(job);
    if (kept == nullptr || !job.expected_start) return;
    notice_eligible(*kept, job, now);
    Instant const expected = *job.expected_start;
    std::vector<std::int32_t> nodes;
    job.planned_nodes.for_each([&](std::int32_t node) { nodes.push_back(node); });
    if (kept->expected == expected && kept->nodes == nodes) return;
    kept->expected = expected;
    kept->nodes = nodes;
    JobEvent& event = add(kept->story, JobEventKind::promised, job, now);
    event.expected = expected;
    event.nodes = std::move(nodes);
}

void StoryLog::started(Job const& job, Instant now) {
    Kept* const kept = kept_of(job);
    if (kept == nullptr) return;
    notice_eligible(*kept, job, now);
    JobEvent& event = add(kept->story, JobEventKind::started, job, now);
    event.nodes = nodes_of(job.allocation);
    event.started_by = job.started_by;
}

void StoryLog::suspended(Job const& job, Instant now) {
    if (Kept* const kept = kept_of(job)) add(kept->story, JobEventKind::suspended, job, now);
}

void StoryLog::resumed(Job const& job, Instant now) {
    if (Kept* const kept = kept_of(job)) add(kept->story, JobEventKind::resumed, job, now);
}

void StoryLog::ended(Job const& job, JobState run_state, Instant now) {
    Kept* const kept = kept_of(job);
    if (kept == nullptr) return;
    kept->expected.reset();
    kept->nodes.clear();
    bool const is_over = is_final(job.state);
    JobEvent& event =
        add(kept->story, is_over ? JobEventKind::ended : JobEventKind::requeued, job, now);
    event.state = run_state;
    event.reason = job.reason;
}

void StoryLog::finished(Job const& job, Instant now) {
    Kept* const kept = kept_of(job);
    if (kept == nullptr) return;
    // The end of a job that ran was recorded by `ended`.
    if (!kept->story.events.empty() && kept->story.events.back().kind == JobEventKind::ended)
        return;
    JobEvent& event = add(kept->story, JobEventKind::ended, job, now);
    event.state = job.state;
    event.reason = job.reason;
}

std::vector<JobStory> StoryLog::stories() const {
    std::vector<JobStory> all;
    for (auto const& [id, kept] : kept_) all.push_back(kept.story);
    return all;
}

}  // namespace clustersim::slurm
