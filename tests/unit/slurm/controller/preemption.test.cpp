// SPDX-License-Identifier: Apache-2.0
// How a job is preempted if its partition has a grace time.
#include "sim/slurm/controller/preemption.hpp"

#include "tests/unit/slurm/controller/small_cluster.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

/// All nodes are in use by job 1 of partition "low" when job 2 of partition "high" is submitted at
/// 20 s.
Controller preempting(std::string const& mode) {
    Controller controller(
        cluster4x8("PreemptType=preempt/partition_prio\nPreemptMode=REQUEUE\n"
                   "PartitionName=low Nodes=ALL PriorityTier=1 GraceTime=30 PreemptMode=" +
                   mode + "\nPartitionName=high Nodes=ALL PriorityTier=9 PreemptMode=OFF\n"),
        Phases{});
    controller.run_until(Instant{0});
    controller.submit(request_of("-p low -N4 --exclusive -t 60", 3000));
    controller.run_until(Instant{20});
    REQUIRE(controller.find(1)->state == JobState::running);
    controller.submit(request_of("-p high -N4 --exclusive -t 60", 3000));
    controller.run_until(Instant{40});
    CHECK(controller.find(1)->state == JobState::running);
    controller.run_until(Instant{100});
    CHECK(controller.find(2)->state == JobState::running);
    return controller;
}

}  // namespace

TEST_CASE("after its grace time a victim is requeued or cancelled, not timed out (spec 7.5)",
          "[slurm_controller][unit]") {
    auto const requeued = preempting("REQUEUE");
    CHECK(requeued.find(1)->pending());
    CHECK(requeued.find(1)->restarts == 1);
    REQUIRE(requeued.find(1)->earlier.size() == 1);
    CHECK(requeued.find(1)->earlier.front().start == Instant{1});
    CHECK(requeued.find(1)->earlier.front().end >= Instant{50});
    auto const cancelled = preempting("CANCEL");
    CHECK(cancelled.find(1)->state == JobState::preempted);
    CHECK(cancelled.find(1)->earlier.empty());
}
