// SPDX-License-Identifier: Apache-2.0
// What triggers the schedulers, what holds them back, and what sdiag counts.
#include "sim/slurm/controller/complete_wait.hpp"
#include "tests/unit/slurm/controller/small_cluster.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

/// Start (ms) of job 2, which waits for the nodes of job 1; job 1 is cancelled at 20.5 s.
std::int64_t start_after_cancel(std::string const& parameters) {
    Phases phases;
    phases.full_pass = 30'000;
    phases.backfill = 0;
    Controller controller(cluster4x8("SchedulerParameters=" + parameters + "\n"), phases);
    controller.run_until(Instant{0});
    controller.submit(request_of("-N4 --exclusive -t 60", 3000));
    controller.run_until(Instant{10});
    controller.submit(request_of("-N4 --exclusive -t 60", 3000));
    controller.run_until(Moment{20'500});
    REQUIRE(controller.find(1)->state == JobState::running);
    JobCancel cancel;
    cancel.jobs = {JobRef{1, {}}};
    REQUIRE_FALSE(controller.apply(cancel));
    controller.run_until(Moment{29'000});
    REQUIRE(controller.find(2)->state == JobState::running);
    return controller.find(2)->start_moment.ms;
}

/// Start (ms) of a job in that partition, submitted just before the loop runs at 90 s, kills
/// another job at its time limit and then runs the main scheduler.
std::int64_t start_beside_kill(std::string const& settings, std::string const& partition) {
    Phases phases;
    phases.full_pass = 30'000;
    phases.backfill = 5'000;
    SiteFiles files;
    files.conf = {"slurm.conf",
                  "SelectType=select/cons_tres\nSelectTypeParameters=CR_Core_Memory\n"
                  "NodeName=n[1-4] CPUs=8 Sockets=2 CoresPerSocket=4 RealMemory=8000\n"
                  "PartitionName=left Nodes=n[1-3]\nPartitionName=right Nodes=n4\n"
                  "SchedulerParameters=bf_interval=1000" +
                      settings};
    auto reading = read_site(files);
    REQUIRE(reading);
    Controller controller(std::make_shared<Site const>(std::move(reading->site)), phases);
    controller.run_until(Instant{0});
    controller.submit(request_of("-w n1 --exclusive -t 1 -p left", 3600));
    controller.run_until(Moment{89'500});
    REQUIRE(controller.find(1)->state == JobState::running);
    controller.submit(request_of("-N1 --exclusive -t 5 -p " + partition, 60));
    controller.run_until(Moment{95'000});
    REQUIRE(controller.find(1)->state == JobState::timeout);
    REQUIRE(controller.find(2)->state == JobState::running);
    return controller.find(2)->start_moment.ms;
}

}  // namespace

TEST_CASE(
    "at the end of a job it looks for another one at once, with defer only in the loop (spec 3.1)",
    "[slurm_controller][unit]") {
    CHECK(start_after_cancel("bf_interval=30") == 20'520);
    CHECK(start_after_cancel("defer") == 21'000);
}

TEST_CASE("passes of the main scheduler are sched_min_interval apart (spec 3.2.2)",
          "[slurm_controller][unit]") {
    CHECK(start_after_cancel("sched_min_interval=4000000") == 20'520);
    CHECK(start_after_cancel("sched_min_interval=10000000") == 21'000);
}

TEST_CASE("it starts nothing while a job is completing, for CompleteWait seconds (spec 10.2)",
          "[slurm_controller][unit]") {
    CHECK(start_beside_kill("\n", "left") == 90'000);
    CHECK(start_beside_kill("\nCompleteWait=20\n", "left") == 90'020);
    CHECK(start_beside_kill("\nCompleteWait=20\n", "right") == 90'020);
}

TEST_CASE("with reduce_completing_frag only partitions with that job are blocked (spec 3.2.5)",
          "[slurm_controller][unit]") {
    std::string const settings = ",reduce_completing_frag\nCompleteWait=20\n";
    CHECK(start_beside_kill(settings, "left") == 90'020);
    CHECK(start_beside_kill(settings, "right") == 90'000);
}

TEST_CASE("CompleteWait is over after the last epilog, or after its own time (spec 10.2)",
          "[slurm_controller][unit]") {
    Controller controller(cluster4x8("CompleteWait=3\n"), Phases{});
    controller.run_until(Instant{0});
    controller.submit(request_of("-N1 -t 5", 600));
    controller.run_until(Instant{10});
    REQUIRE(controller.find(1)->state == JobState::running);
    CHECK_FALSE(complete_wait_over(controller.state()));
    JobCancel cancel;
    cancel.jobs = {JobRef{1, {}}};
    REQUIRE_FALSE(controller.apply(cancel));
    CHECK(complete_wait_over(controller.state()) == Instant{14});
    CHECK(completing_partitions(controller.state()).count() == 4);
    controller.run_until(Moment{10'020});
    CHECK_FALSE(complete_wait_over(controller.state()));
}

TEST_CASE("it counts a job as completed if its script failed or reached the time limit (spec 11.8)",
          "[slurm_controller][unit]") {
    Controller controller(cluster4x8(), Phases{});
    controller.run_until(Instant{0});
    auto failing = request_of("-n1 -t 5", 10);
    failing.exit_code = 3;
    controller.submit(failing);
    controller.submit(request_of("-n1 -t 1", 600));
    controller.submit(request_of("-n1 -t 5", 10));
    controller.run_until(Instant{200});
    REQUIRE(controller.find(1)->state == JobState::failed);
    REQUIRE(controller.find(2)->state == JobState::timeout);
    REQUIRE(controller.find(3)->state == JobState::completed);
    CHECK(controller.state().counters.completed == 3);
    CHECK(controller.state().counters.failed == 0);
}
