// SPDX-License-Identifier: Apache-2.0
// scontrol suspend and resume: what stops, what a job keeps, and what it is charged.
#include "sim/slurm/controller/suspension.hpp"

#include "sim/slurm/controller/accounting_log.hpp"
#include "tests/unit/slurm/controller/small_cluster.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

std::int32_t submit(Controller& controller, std::string const& words, std::int64_t seconds) {
    auto const outcome = controller.submit(request_of(words, seconds));
    REQUIRE(outcome.accepted());
    return outcome.job_id;
}

std::optional<std::string> suspend(Controller& controller, std::int32_t job) {
    return controller.apply(JobSuspend{{{job, std::nullopt}}});
}

std::optional<std::string> resume(Controller& controller, std::int32_t job) {
    return controller.apply(JobResume{{{job, std::nullopt}}});
}

/// Runs alone on all cores of the four nodes from second 3 on, with 5000 of 8000 MB on each.
std::int32_t fill(Controller& controller, std::int64_t seconds, std::string const& limit = "20") {
    controller.run_until(Instant{0});
    auto const job = submit(controller, "-N4 --exclusive --mem=5000 -t " + limit, seconds);
    controller.run_until(Instant{10});
    REQUIRE(controller.find(job)->state == JobState::running);
    return job;
}

}  // namespace

TEST_CASE("a resumed job runs for its remaining time, with its remaining time limit",
          "[slurm_controller][unit]") {
    Controller controller(cluster4x8("MinJobAge=30000\n"), Phases{});
    auto const job = fill(controller, 600);
    auto const start = controller.find(job)->start.since_origin;
    controller.run_until(Instant{start + 100});
    CHECK_FALSE(suspend(controller, job));
    CHECK(controller.find(job)->state == JobState::suspended);
    controller.run_until(Instant{start + 5000});
    CHECK(controller.find(job)->state == JobState::suspended);
    CHECK_FALSE(resume(controller, job));
    CHECK(controller.find(job)->state == JobState::running);
    CHECK(controller.find(job)->end == Instant{start + 5000 + 1100});
    controller.run_until(Instant{start + 6000});
    CHECK(controller.find(job)->state == JobState::completed);
    CHECK(controller.find(job)->end == Instant{start + 5500});
    CHECK(suspended_time(*controller.find(job), Instant{}).count == 4900);
}

TEST_CASE("a job that cannot be suspended or resumed is unchanged, with Slurm's message",
          "[slurm_controller][unit]") {
    Controller controller(cluster4x8("MinJobAge=30000\n"), Phases{});
    auto const job = fill(controller, 600);
    auto const waits = submit(controller, "-N4 --exclusive --mem=5000 -t 10", 60);
    controller.run_until(Instant{20});
    CHECK(suspend(controller, waits) == "Job is pending execution");
    CHECK(resume(controller, job) == "Job is not suspended");
    CHECK(suspend(controller, 999) == "Invalid job id specified");
    controller.run_until(Instant{700});
    CHECK(suspend(controller, job) == "Job/step already completing or completed");
}

TEST_CASE("cores of a suspended job are given to others, its memory is not",
          "[slurm_controller][unit]") {
    Controller controller(cluster4x8("MinJobAge=30000\n"), Phases{});
    auto const job = fill(controller, 600);
    auto const small = submit(controller, "-n1 -c8 --mem=3000 -t 10", 60);
    auto const large = submit(controller, "-n1 -c8 --mem=3001 -t 10", 60);
    auto const whole = submit(controller, "-N1 --exclusive --mem=2000 -t 10", 60);
    controller.run_until(Instant{20});
    CHECK(controller.find(small)->pending());
    REQUIRE_FALSE(suspend(controller, job));
    controller.run_until(Instant{120});
    CHECK(controller.find(small)->state == JobState::completed);
    CHECK(controller.find(whole)->state == JobState::completed);
    CHECK(controller.find(large)->pending());
    // Its recorded end is the time of its suspension, and its memory becomes free.
    JobCancel cancel;
    cancel.jobs = {{job, std::nullopt}};
    controller.apply(cancel);
    CHECK(controller.find(job)->state == JobState::cancelled);
    CHECK(controller.find(job)->end == Instant{20});
    controller.run_until(Instant{200});
    CHECK(controller.find(large)->state == JobState::completed);
    CHECK(controller.state().nodes.use.idle().count() == 4);
}

TEST_CASE("a job resumed while others have its cores does not count on these cores",
          "[slurm_controller][unit]") {
    Controller controller(cluster4x8("MinJobAge=30000\n"), Phases{});
    auto const job = fill(controller, 600);
    REQUIRE_FALSE(suspend(controller, job));
    auto const other = submit(controller, "-n1 -c8 --mem=3000 -t 10", 300);
    controller.run_until(Instant{50});
    REQUIRE(controller.find(other)->state == JobState::running);
    REQUIRE_FALSE(resume(controller, job));
    controller.run_until(Instant{2000});
    CHECK(controller.find(job)->state == JobState::completed);
    CHECK(controller.find(other)->state == JobState::completed);
    CHECK(controller.state().nodes.use.idle().count() == 4);
    CHECK(controller.state().nodes.use.free_cores(0) == 8);
    CHECK(controller.state().nodes.without_cores == 0);
}

TEST_CASE("a suspended job that is requeued is held", "[slurm_controller][unit]") {
    Controller controller(cluster4x8("MinJobAge=30000\n"), Phases{});
    auto const job = fill(controller, 600);
    REQUIRE_FALSE(suspend(controller, job));
    controller.run_until(Instant{50});
    controller.apply(JobRequeue{{{job, std::nullopt}}});
    controller.run_until(Instant{1000});
    CHECK(controller.find(job)->pending());
    CHECK(controller.find(job)->reason == Reason::held_admin);
    controller.apply(JobRelease{{{job, std::nullopt}}});
    controller.run_until(Instant{2000});
    CHECK(controller.find(job)->state == JobState::completed);
    CHECK(controller.state().jobs.stopped_by_admin == 0);
}

TEST_CASE("the run ends if only suspended jobs remain that nothing resumes",
          "[slurm_controller][unit]") {
    Controller controller(cluster4x8("MinJobAge=30000\n"), Phases{});
    auto const job = fill(controller, 600);
    REQUIRE_FALSE(suspend(controller, job));
    CHECK_FALSE(controller.run_to_end());
    CHECK(controller.find(job)->state == JobState::suspended);
}

TEST_CASE("accounting separates suspended time from elapsed time", "[slurm_controller][unit]") {
    Controller controller(cluster4x8("MinJobAge=30000\n"), Phases{});
    AccountingLog log;
    controller.observe(&log);
    auto const job = fill(controller, 600);
    auto const start = controller.find(job)->start.since_origin;
    controller.run_until(Instant{start + 100});
    REQUIRE_FALSE(suspend(controller, job));
    controller.run_until(Instant{start + 150});
    CHECK(log.records(controller.state()).at(0).suspended.count == 50);
    controller.run_until(Instant{start + 200});
    REQUIRE_FALSE(resume(controller, job));
    controller.run_until(Instant{2000});
    auto const record = log.records(controller.state()).at(0);
    CHECK(record.suspended.count == 100);
    CHECK(record.end->since_origin - record.start->since_origin == 700);
}
