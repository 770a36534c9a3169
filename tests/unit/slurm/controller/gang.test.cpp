// SPDX-License-Identifier: Apache-2.0
// Gang scheduling: which jobs are suspended for which, and for how long.
#include "sim/slurm/controller/gang.hpp"

#include "tests/unit/slurm/controller/small_cluster.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

std::shared_ptr<Site const> two_tiers(std::string const& low = "OverSubscribe=FORCE:1",
                                      std::string const& high = "OverSubscribe=FORCE:1") {
    return cluster4x8(
        "MinJobAge=30000 PreemptType=preempt/partition_prio PreemptMode=SUSPEND,GANG\n"
        "PartitionName=low Nodes=ALL MaxTime=2-0 PriorityTier=1 " +
        low + "\nPartitionName=high Nodes=ALL MaxTime=2-0 PriorityTier=9 " + high + "\n");
}

std::int32_t
submit_and_wait(Controller& controller, std::string const& words, std::int64_t seconds) {
    auto const outcome = controller.submit(request_of(words, seconds));
    REQUIRE(outcome.accepted());
    controller.run_until(controller.now() + Seconds{40});
    return outcome.job_id;
}

JobState state_of(Controller const& controller, std::int32_t job) {
    return controller.find(job)->state;
}

}  // namespace

TEST_CASE("a job of a higher partition suspends the jobs on its cores until it ends (spec 7.5.2)",
          "[slurm_controller][unit]") {
    Controller controller(two_tiers(), Phases{});
    auto const low = submit_and_wait(controller, "-p low -n1 -c8 --mem=3000 -t 60", 1000);
    auto const beside = submit_and_wait(controller, "-p low -n1 -c8 --mem=3000 -t 60", 1000);
    auto const high = submit_and_wait(controller, "-p high -N1 -c8 -w n1 --mem=5000 -t 60", 500);
    CHECK(state_of(controller, high) == JobState::running);
    CHECK(state_of(controller, low) == JobState::suspended);
    CHECK(state_of(controller, beside) == JobState::running);
    controller.run_until(Instant{3000});
    CHECK(controller.find(low)->end - controller.find(low)->start == Seconds{1500});
    CHECK(controller.find(beside)->end - controller.find(beside)->start == Seconds{1000});
    CHECK(controller.find(high)->end - controller.find(high)->start == Seconds{500});
    CHECK(controller.state().nodes.use.idle().count() == 4);
}

TEST_CASE("memory has to fit in addition to that of the suspended job",
          "[slurm_controller][unit]") {
    Controller controller(two_tiers(), Phases{});
    auto const low = submit_and_wait(controller, "-p low -N4 -c8 --mem=3000 -t 60", 1000);
    auto const high = submit_and_wait(controller, "-p high -N1 -c8 --mem=5001 -t 60", 500);
    CHECK(state_of(controller, low) == JobState::running);
    CHECK(controller.find(high)->pending());
    controller.run_until(Instant{1200});
    CHECK(state_of(controller, high) == JobState::running);
}

TEST_CASE("no job is suspended if the lower partition has PreemptMode=OFF",
          "[slurm_controller][unit]") {
    Controller controller(two_tiers("OverSubscribe=FORCE:1 PreemptMode=OFF"), Phases{});
    auto const low = submit_and_wait(controller, "-p low -N4 -c8 --mem=3000 -t 60", 1000);
    auto const high = submit_and_wait(controller, "-p high -N1 -c8 --mem=1000 -t 60", 500);
    CHECK(state_of(controller, low) == JobState::running);
    CHECK(controller.find(high)->pending());
}

TEST_CASE("unused cores are taken first, then those of the lowest partition",
          "[slurm_controller][unit]") {
    Controller controller(
        cluster4x8("MinJobAge=30000 PreemptType=preempt/partition_prio PreemptMode=SUSPEND,GANG\n"
                   "PartitionName=low Nodes=ALL MaxTime=2-0 PriorityTier=1\n"
                   "PartitionName=mid Nodes=ALL MaxTime=2-0 PriorityTier=5\n"
                   "PartitionName=high Nodes=ALL MaxTime=2-0 PriorityTier=9\n"),
        Phases{});
    auto const mid = submit_and_wait(controller, "-p mid -N2 -c8 -w n[1-2] --mem=1000 -t 60", 4000);
    auto const low = submit_and_wait(controller, "-p low -N1 -c8 -w n3 --mem=1000 -t 60", 4000);
    auto const first = submit_and_wait(controller, "-p high -N1 -c8 --mem=1000 -t 60", 4000);
    CHECK(controller.find(first)->allocation.nodes.front().node == 3);
    auto const second = submit_and_wait(controller, "-p high -N1 -c8 --mem=1000 -t 60", 4000);
    CHECK(controller.find(second)->allocation.nodes.front().node == 2);
    CHECK(state_of(controller, low) == JobState::suspended);
    CHECK(state_of(controller, mid) == JobState::running);
    submit_and_wait(controller, "-p high -N1 -c8 --mem=1000 -t 60", 4000);
    CHECK(state_of(controller, mid) == JobState::suspended);
}

TEST_CASE("whole nodes are also taken from the lower partition", "[slurm_controller][unit]") {
    Controller controller(two_tiers("", ""), Phases{});
    auto const low = submit_and_wait(controller, "-p low -N4 --exclusive --mem=1000 -t 60", 1000);
    auto const high = submit_and_wait(controller, "-p high -N2 --exclusive --mem=1000 -t 60", 500);
    CHECK(state_of(controller, low) == JobState::suspended);
    CHECK(state_of(controller, high) == JobState::running);
    controller.run_until(Instant{3000});
    CHECK(controller.state().nodes.use.idle().count() == 4);
}

TEST_CASE("a victim of a partition with PreemptMode=REQUEUE is requeued",
          "[slurm_controller][unit]") {
    Controller controller(two_tiers("OverSubscribe=FORCE:1 PreemptMode=REQUEUE"), Phases{});
    auto const low = submit_and_wait(controller, "-p low -N4 -c8 --mem=3000 -t 60", 1000);
    auto const high = submit_and_wait(controller, "-p high -N1 -c8 --mem=1000 -t 60", 500);
    CHECK(controller.find(low)->pending());
    CHECK(controller.find(low)->restarts == 1);
    CHECK(state_of(controller, high) == JobState::running);
}

TEST_CASE("jobs in two rows take turns of SchedulerTimeSlice", "[slurm_controller][unit]") {
    Controller controller(cluster4x8("MinJobAge=30000 PreemptMode=GANG SchedulerTimeSlice=20\n"
                                     "PartitionName=turns Nodes=n1 OverSubscribe=FORCE:2\n"),
                          Phases{});
    auto const a = submit_and_wait(controller, "-p turns -n1 -c8 --mem=1000 -t 60", 600);
    auto const b = submit_and_wait(controller, "-p turns -n1 -c8 --mem=1000 -t 60", 600);
    auto const c = submit_and_wait(controller, "-p turns -n1 -c8 --mem=1000 -t 60", 60);
    CHECK(controller.find(c)->pending());
    auto changes = 0;
    auto before = state_of(controller, a);
    for (std::int64_t t = 200; t < 600; ++t) {
        controller.run_until(Instant{t});
        CHECK((state_of(controller, a) == JobState::running) !=
              (state_of(controller, b) == JobState::running));
        changes += state_of(controller, a) != before ? 1 : 0;
        before = state_of(controller, a);
    }
    CHECK(changes == 19);  // at 220 s and every 20 s from there to 580 s
    controller.run_until(Instant{3000});
    CHECK(state_of(controller, a) == JobState::completed);
    CHECK(state_of(controller, b) == JobState::completed);
    CHECK(state_of(controller, c) == JobState::completed);
    CHECK(controller.find(b)->end <= Instant{40 + 1200 + 40});
}

TEST_CASE("without GANG jobs do not take turns", "[slurm_controller][unit]") {
    Controller controller(cluster4x8("PartitionName=turns Nodes=n1 OverSubscribe=FORCE:2\n"),
                          Phases{});
    auto const a = submit_and_wait(controller, "-p turns -n1 -c8 --mem=1000 -t 60", 600);
    auto const b = submit_and_wait(controller, "-p turns -n1 -c8 --mem=1000 -t 60", 600);
    CHECK(state_of(controller, a) == JobState::running);
    CHECK(state_of(controller, b) == JobState::running);
    CHECK_FALSE(gang_waits(controller.state().jobs.gang));
}
