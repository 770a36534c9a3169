// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/main_scheduler.hpp"

#include "sim/slurm/controller/job_view.hpp"
#include "tests/unit/slurm/controller/small_cluster.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

/// No full pass and no backfill cycle in the first half minute.
Phases only_asked_for() {
    Phases phases;
    phases.full_pass = 30'000;
    phases.backfill = 0;
    return phases;
}

}  // namespace

TEST_CASE("TV-22: it starts one job within a second and a burst after three (spec 3.2)",
          "[slurm_controller][unit]") {
    Controller controller(cluster4x8(), only_asked_for());
    controller.run_until(Instant{0});
    auto const words = "-n1 -t 10 --mem=100";
    controller.submit(request_of(words, 300));
    controller.run_until(Instant{1});
    REQUIRE(controller.find(1)->state == JobState::running);
    CHECK(controller.find(1)->start == Instant{1});
    for (int i = 0; i < 3; ++i) controller.submit(request_of(words, 300));
    controller.run_until(Instant{3});
    CHECK(controller.find(2)->pending());
    controller.run_until(Instant{5});
    for (auto const id : {2, 3, 4}) {
        REQUIRE(controller.find(id)->state == JobState::running);
        CHECK(controller.find(id)->start == Instant{4});
        CHECK(controller.find(id)->started_by == StartedBy::main);
    }
}

TEST_CASE("TV-23: a blocked job reserves the nodes of its partition against lower tiers (spec 3.5)",
          "[slurm_controller][unit]") {
    Controller controller(cluster4x8("PartitionName=hi Nodes=ALL PriorityTier=5 MaxTime=2-0\n"
                                     "PartitionName=low Nodes=ALL PriorityTier=1 MaxTime=2-0\n"),
                          only_asked_for());
    controller.run_until(Instant{0});
    controller.submit(request_of("-p low -N3 --exclusive -t 60", 3600));
    controller.run_until(Instant{5});
    REQUIRE(controller.find(1)->state == JobState::running);
    controller.submit(request_of("-p low -n1 -t 10 --mem=100", 60));
    controller.submit(request_of("-p low -n1 -t 10 --mem=100", 60));
    controller.submit(request_of("-p hi -N2 --exclusive -t 60", 60));
    controller.run_until(Instant{20});
    auto const& state = controller.state();
    Job const& first = *controller.find(2);
    Job const& second = *controller.find(3);
    Job const& blocked = *controller.find(4);
    CHECK(blocked.reason == Reason::resources);
    CHECK(description_text(state.config, state.nodes, blocked).empty());
    CHECK(first.pending());
    CHECK(first.reason == Reason::resources);
    CHECK(description_text(state.config, state.nodes, first) ==
          "Nodes required for job are DOWN, DRAINED or reserved for jobs in higher priority "
          "partitions");
    CHECK(second.pending());
    CHECK(second.reason == Reason::priority);
    CHECK(description_text(state.config, state.nodes, second).empty());
}
