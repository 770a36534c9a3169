// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/story_text.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/slurm/views/recorded_snapshot.hpp"

#include <algorithm>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

JobEvent event(std::int64_t at, JobEventKind kind) {
    JobEvent e;
    e.at = Instant{at};
    e.kind = kind;
    return e;
}

JobEvent promise(std::int64_t at, std::int64_t expected) {
    JobEvent e = event(at, JobEventKind::promised);
    e.expected = Instant{expected};
    e.nodes = {0, 1};
    return e;
}

JobView const& job_of(Snapshot const& snapshot, std::int64_t id) {
    return *std::ranges::find(snapshot.jobs, id, &JobView::id);
}

}  // namespace

TEST_CASE("a story has a line for each event and its time since submission",
          "[slurm_views][unit]") {
    Snapshot const names = recorded_snapshot("a");
    JobStory story;
    story.events.push_back(event(100, JobEventKind::submitted));
    story.events.back().priority = 77;
    story.events.push_back(event(103, JobEventKind::waits));
    story.events.back().reason = Reason::resources;
    story.events.push_back(promise(130, 3700));
    story.events.push_back(event(1900, JobEventKind::started));
    story.events.back().started_by = StartedBy::backfill;
    story.events.back().nodes = {2, 3};
    story.events.push_back(event(2500, JobEventKind::ended));
    story.events.back().state = JobState::timeout;
    story.events.back().reason = Reason::time_limit;
    Table const table = story_table(names, story);
    REQUIRE(table.rows.size() == 5);
    using Line = std::vector<std::string>;
    CHECK(table.rows[0] == Line{"2024-01-02T00:01:40", "0:00", "submitted, priority 77"});
    CHECK(table.rows[1] == Line{"2024-01-02T00:01:43", "0:03", "waits: Resources"});
    CHECK(table.rows[2] ==
          Line{"2024-01-02T00:02:10",
               "0:30",
               "backfill plans g[01-02] for it from 2024-01-02T01:01:40, in 59:30"});
    CHECK(table.rows[3] ==
          Line{"2024-01-02T00:31:40", "30:00", "started by backfill on n[1-2], priority 0"});
    CHECK(table.rows[4] == Line{"2024-01-02T00:41:40", "40:00", "ended: TIMEOUT, TimeLimit"});
}

TEST_CASE("of consecutive start estimates a story shows the first and the last",
          "[slurm_views][unit]") {
    Snapshot const names = recorded_snapshot("a");
    JobStory story;
    story.events.push_back(event(0, JobEventKind::submitted));
    for (std::int64_t i = 1; i <= 5; ++i) story.events.push_back(promise(30 * i, 4000 - i));
    Table const table = story_table(names, story);
    REQUIRE(table.rows.size() == 4);
    CHECK(table.rows[2][2] == "(3 other start estimates)");
    CHECK(table.rows[3][0] == "2024-01-02T00:02:30");
}

TEST_CASE("a requeue is shown with the state of the run", "[slurm_views][unit]") {
    JobStory story;
    story.events.push_back(event(0, JobEventKind::submitted));
    story.events.push_back(event(5, JobEventKind::requeued));
    story.events.push_back(event(9, JobEventKind::requeued));
    story.events.back().state = JobState::preempted;
    Table const table = story_table({}, story);
    CHECK(table.rows[1][2] == "run stopped, requeued");
    CHECK(table.rows[2][2] == "run stopped (PREEMPTED), requeued");
}

TEST_CASE("the head of a story names the user and the request", "[slurm_views][unit]") {
    Snapshot const snapshot = recorded_snapshot("a");
    CHECK(story_head(job_of(snapshot, 13)) ==
          "Job 13 (train2) of carol, account chem, partition gpu: 2 nodes, 8 CPUs, gres:gpu:2, "
          "limit 10:00:00.\n");
    CHECK(story_head(job_of(snapshot, 2)) ==
          "Job 2 (b) of bobverylongname, account phys, partition batch: 1 node, 4 CPUs, limit "
          "1:00:00.\n");
}

TEST_CASE("what is ahead of a job is counted in its partitions", "[slurm_views][unit]") {
    Snapshot const snapshot = recorded_snapshot("a");
    // Job 3 is low: jobs 15 and 16 in a higher tier or of higher priority, and five more of batch.
    CHECK(blockers_text(snapshot, job_of(snapshot, 3)) ==
          "Of 6 nodes of its partition 1 were idle and 1 out of service.\n"
          "6 jobs were ahead of it in the queue and requested 22 nodes.\n"
          "Backfill planned n[3-5] for it from 2024-01-02T12:05:01.\n"
          "Jobs on these nodes:\n"
          "  job 11 of carol, 1 node, until 2024-01-02T01:45:28 at the latest\n"
          "  job 2 of bobverylongname, 1 node, until 2024-01-02T01:05:13 at the latest\n"
          "  job 4_0 of dave, 1 node, until 2024-01-02T00:35:16 at the latest\n"
          "  job 4_1 of dave, 1 node, until 2024-01-02T00:35:16 at the latest\n");
    CHECK(blockers_text(snapshot, job_of(snapshot, 15)) ==
          "Of 6 nodes of its partition 1 were idle and 1 out of service.\n"
          "No job was ahead of it in the queue.\n"
          "Backfill planned n[3-4] for it from 2024-01-02T01:45:28.\n"
          "Jobs on these nodes:\n"
          "  job 11 of carol, 1 node, until 2024-01-02T01:45:28 at the latest\n"
          "  job 2 of bobverylongname, 1 node, until 2024-01-02T01:05:13 at the latest\n"
          "  job 4_0 of dave, 1 node, until 2024-01-02T00:35:16 at the latest\n"
          "  job 4_1 of dave, 1 node, until 2024-01-02T00:35:16 at the latest\n");
}
