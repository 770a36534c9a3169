// SPDX-License-Identifier: Apache-2.0
#include "sim/study/result_replay.hpp"

#include "sim/commands/look/snapshot_at.hpp"
#include "sim/study/run_queue.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/scenario/shipped_library.hpp"
#include "tests/unit/study/write_run_json.hpp"

#include <algorithm>

using namespace clustersim;

namespace {

ConfigNode replayed_scenario(std::string const& scheduler) {
    return *parse_yaml(
        "schema: clustersim/scenario/1\ntitle: \"a: b\"\nsystem: vega\nscheduler: " + scheduler +
            "\nsite-limits: enforced\nseed: 4\nreplicates: 2\n"
            "background: {mix: gpu-centre, load: 0.9, warm-up: 12 h, window: 6 h}\n"
            "jobs: {train: {nodes: 2, runtime: 1 h, walltime: 2 h}}\n",
        "study.yaml");
}

std::size_t count(slurm::Snapshot const& snapshot, slurm::JobState state) {
    return static_cast<std::size_t>(
        std::ranges::count(snapshot.jobs, state, &slurm::JobView::state));
}

}  // namespace

TEST_CASE("a result's queue is simulated again as in the study", "[scenario][unit]") {
    ScratchFolder const folder;
    ConfigNode const document = replayed_scenario("slurm");
    write_run_json(folder.path(), document);
    auto const runs = resolve_all({Variant{{}, document}}, shipped_library());
    REQUIRE(runs);
    Submission const jobs{runs->front().jobs};
    QueueSample const sample =
        simulate_replicate(queue_setup(runs->front()), 1, std::span(&jobs, 1)).samples[0][0][0];
    REQUIRE(sample.has_started());

    auto const before = replay_result(folder.path(), {0, 1, sample.submitted - Seconds{1}});
    REQUIRE(before);
    CHECK(before->jobs.empty());
    CHECK(before->submitted == sample.submitted);
    auto const after = replay_result(folder.path(), {0, 1, *sample.started + Seconds{60}});
    REQUIRE(after);
    REQUIRE(after->jobs.size() == 1);
    CHECK(after->jobs.front().first == "train");
    slurm::Job const* job = after->queue.controller().find(after->jobs.front().second);
    REQUIRE(job != nullptr);
    CHECK(Instant{job->start} == sample.started);
    CHECK(job->state == slurm::JobState::running);
}

TEST_CASE(
    "a job whose run time depends on its nodes ends in a replay at the same time as in the study",
    "[scenario][unit]") {
    ScratchFolder const folder;
    ConfigNode document = replayed_scenario("slurm");
    document.entries.pop_back();
    ConfigNode const training = *parse_yaml(
        "network: flow+background\njobs: {train: {nodes: 4, application: gpt-857m, steps: 9000, "
        "training: {jitter: 0.02}}}\n",
        "training.yaml");
    for (ConfigNode::Entry const& entry : training.entries) document.entries.push_back(entry);
    write_run_json(folder.path(), document);
    auto const runs = resolve_all({Variant{{}, document}}, shipped_library());
    REQUIRE(runs);
    ResolvedJob const& asked = runs->front().jobs.front();
    Submission const jobs{runs->front().jobs};
    QueueSample const sample =
        simulate_replicate(queue_setup(runs->front()), 1, std::span(&jobs, 1)).samples[0][0][0];
    REQUIRE(sample.run != nullptr);
    CHECK(sample.run->run_time != round_up(asked.prediction.runtime.value));
    Instant const end = *sample.started + sample.run->run_time;
    auto const replayed = replay_result(folder.path(), {0, 1, end + Seconds{60}});
    REQUIRE(replayed);
    slurm::Job const* ended = replayed->queue.controller().find(replayed->jobs.front().second);
    REQUIRE(ended != nullptr);
    CHECK(ended->state == slurm::JobState::completed);
    CHECK(Instant{ended->end} == end);
}

TEST_CASE("a snapshot of a moment shows running and pending jobs, the same each time",
          "[scenario][unit]") {
    ScratchFolder const folder;
    write_run_json(folder.path(), replayed_scenario("slurm"));
    ReplicateMoment const moment{0, 0, Instant{12 * 3600}};
    auto const first = snapshot_at(folder.path(), moment);
    auto const second = snapshot_at(folder.path(), moment);
    REQUIRE(first);
    CHECK(first->now == moment.at);
    CHECK(first->cluster == "vega");
    CHECK(count(*first, slurm::JobState::running) > 10);
    CHECK(first->jobs.size() == second->jobs.size());
    CHECK(first->accounting.size() >= first->jobs.size());
    CHECK(count(*first, slurm::JobState::pending) == count(*second, slurm::JobState::pending));
}

TEST_CASE("a missing run, replicate or moment is reported", "[scenario][unit]") {
    ScratchFolder const folder;
    write_run_json(folder.path(), replayed_scenario("slurm"));
    auto const code = [&](ReplicateMoment const& moment) {
        auto const replayed = replay_result(folder.path(), moment);
        REQUIRE_FALSE(replayed);
        return replayed.error().items().front().code;
    };
    CHECK(code({1, 0, Instant{0}}) == Code::out_of_range);
    CHECK(code({0, 2, Instant{0}}) == Code::out_of_range);
    CHECK(code({0, 0, Instant{90 * 86400}}) == Code::out_of_range);
    write_run_json(folder.path(), replayed_scenario("easy"));
    CHECK(code({0, 0, Instant{0}}) == Code::inconsistent);
    std::filesystem::remove(folder.path() / "run.json");
    CHECK_FALSE(replay_result(folder.path(), {0, 0, Instant{0}}));
}
