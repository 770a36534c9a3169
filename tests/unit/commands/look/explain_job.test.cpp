// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/explain_job.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/study/write_run_json.hpp"

#include <algorithm>

using namespace clustersim;

namespace {

constexpr char const* busy_vega =
    "system: vega\nbackground: {mix: gpu-centre, load: 0.95, warm-up: 12 h, window: 6 h}\n"
    "jobs: {train: {nodes: 6, runtime: 1 h, walltime: 2 h}}\n";

/// A user may have two jobs in this partition.
constexpr char const* three_jobs_on_dev_g =
    "system: lumi\npartition: dev-g\n"
    "background: {mix: gpu-centre, load: 0.1, warm-up: 1 h, window: 1 h}\n"
    "jobs: {first: {nodes: 1, runtime: 30 min, walltime: 1 h}, "
    "second: {nodes: 1, runtime: 30 min, walltime: 1 h}, "
    "third: {nodes: 1, runtime: 30 min, walltime: 1 h}}\n";

JobAnswer answer_for(std::string const& job, std::string const& scenario = busy_vega) {
    ScratchFolder const folder;
    write_run_json(
        folder.path(),
        *parse_yaml("schema: clustersim/scenario/1\ntitle: t\nscheduler: slurm\nseed: 4\n"
                    "site-limits: enforced\nreplicates: 1\n" +
                        scenario,
                    "study.yaml"));
    auto const answer =
        explain_job({.folder = folder.path(), .run = 0, .replicate = 0, .job = job});
    REQUIRE(answer);
    return *answer;
}

}  // namespace

TEST_CASE("a job's story goes from its submission to its end, with why it waited",
          "[study][unit]") {
    JobAnswer const answer = answer_for("train");
    auto const* const found = std::get_if<JobExplanation>(&answer);
    REQUIRE(found != nullptr);
    REQUIRE(found->job);
    CHECK(found->job->name == "train");
    CHECK(found->job->nodes_count == 6);
    REQUIRE(found->stories.size() == 1);
    auto const& events = found->stories.front().events;
    CHECK(events.front().kind == slurm::JobEventKind::submitted);
    CHECK(events.front().at == found->at_submission.now);
    CHECK(events.back().kind == slurm::JobEventKind::ended);

    REQUIRE(found->waiting);
    CHECK(found->waiting->job.id == found->job->id);
    CHECK(found->waiting->job.state == slurm::JobState::pending);
    CHECK(found->waiting->queue.now > events.front().at);
    REQUIRE(found->trials.size() > 1);
    auto const started =
        std::ranges::find(events, slurm::JobEventKind::started, &slurm::JobEvent::kind);
    REQUIRE(started != events.end());
    CHECK(found->trials.front().change == "as asked");
    CHECK(found->trials.front().wait == started->at - events.front().at);

    // By its number it is the same job.
    JobAnswer const again = answer_for(std::to_string(found->job->id));
    REQUIRE(std::holds_alternative<JobExplanation>(again));
    CHECK(std::get<JobExplanation>(again).stories.front().events.size() == events.size());
}

TEST_CASE("an unknown job name is reported with the known names", "[study][unit]") {
    JobAnswer const by_name = answer_for("trian");
    REQUIRE(std::holds_alternative<NoSuchJob>(by_name));
    auto const& named = std::get<NoSuchJob>(by_name).problem.items().front();
    CHECK(named.help.find("train") != std::string::npos);
    CHECK(std::holds_alternative<NoSuchJob>(answer_for("999999")));
}

TEST_CASE("a job that Slurm refused has no story", "[study][unit]") {
    CHECK(std::holds_alternative<JobRefused>(answer_for("third", three_jobs_on_dev_g)));
    CHECK(std::holds_alternative<JobExplanation>(answer_for("first", three_jobs_on_dev_g)));
}
