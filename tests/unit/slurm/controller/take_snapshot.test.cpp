// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/take_snapshot.hpp"

#include "tests/unit/slurm/controller/small_cluster.hpp"

#include <algorithm>
#include <string_view>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

JobView const& job_named(Snapshot const& snapshot, std::string_view name) {
    auto const found = std::ranges::find(snapshot.jobs, name, &JobView::name);
    REQUIRE(found != snapshot.jobs.end());
    return *found;
}

}  // namespace

TEST_CASE("a snapshot shows which jobs run, where and since when", "[slurm_controller][unit]") {
    Controller controller(cluster4x8(), {});
    controller.run_until(Instant{10});
    controller.submit(request_of("-J wide -N3 --exclusive -t 60 --mem=1000", 1800));
    controller.submit(request_of("-J small -n2 -t 10 --mem=500", 300));
    controller.run_until(Instant{100});
    Snapshot const snapshot = take_snapshot(controller.state());
    CHECK(snapshot.now == Instant{100});
    REQUIRE(snapshot.jobs.size() == 2);
    JobView const& wide = job_named(snapshot, "wide");
    CHECK(wide.state == JobState::running);
    CHECK(wide.partition == "batch");
    CHECK(wide.nodes == std::vector<std::int32_t>{0, 1, 2});
    CHECK(wide.nodes_count == 3);
    CHECK(wide.cpus == 24);
    CHECK(wide.submit == Instant{10});
    REQUIRE(wide.start);
    CHECK(wide.end == *wide.start + Seconds{3600});
    CHECK(wide.started_by != StartedBy::nobody);
    NodeView const& whole = snapshot.nodes[0];
    CHECK(whole.name == "n1");
    CHECK(whole.running);
    CHECK(whole.cpus_allocated == 8);
    NodeView const& shared = snapshot.nodes[3];
    CHECK(shared.running);
    CHECK(shared.cpus_allocated == 2);
    CHECK(shared.memory_allocated_mb == 500);
    CHECK(snapshot.counters.running == 2);
    CHECK(snapshot.counters.pending == 0);
}

TEST_CASE("a snapshot shows why jobs are pending and their start estimates",
          "[slurm_controller][unit]") {
    Controller controller(cluster4x8(), {});
    controller.run_until(Instant{10});
    controller.submit(request_of("-J first -N4 --exclusive -t 60 --mem=1000", 1800));
    controller.run_until(Instant{20});
    controller.submit(request_of("-J next -N2 --exclusive -t 30 --mem=1000", 600));
    controller.submit(request_of("-J arr --array=0-3%2 -n1 -t 5 --mem=100", 60));
    controller.submit(request_of("-J held --hold -n1 -t 5 --mem=100", 60));
    controller.run_until(Instant{200});
    Snapshot const snapshot = take_snapshot(controller.state());
    JobView const& first = job_named(snapshot, "first");
    JobView const& next = job_named(snapshot, "next");
    CHECK(next.state == JobState::pending);
    CHECK(next.reason == Reason::resources);
    REQUIRE(next.start);
    CHECK(next.start == first.end);
    CHECK(next.scheduled_nodes.size() == 2);
    CHECK(next.nodes_count == 2);
    JobView const& array = job_named(snapshot, "arr");
    CHECK(array.waiting_tasks == std::vector<std::int32_t>{0, 1, 2, 3});
    CHECK(array.array_limit == 2);
    CHECK_FALSE(array.array_task);
    JobView const& held = job_named(snapshot, "held");
    CHECK(held.reason == Reason::held_user);
    CHECK(held.priority == 0);
    CHECK_FALSE(held.start);
    CHECK(snapshot.counters.pending == 6);
    CHECK_FALSE(snapshot.nodes[0].planned);  // fully allocated
}

TEST_CASE("a snapshot shows active reservations on their nodes", "[slurm_controller][unit]") {
    auto site = std::make_shared<Site>(*cluster4x8());
    Reservation course;
    course.name = "course";
    course.start = Instant{100};
    course.duration = Seconds{100};
    course.nodes = {1};
    course.users = {"u"};
    site->reservations = {course};
    Controller controller(site, {});
    controller.run_until(Instant{50});
    Snapshot const before = take_snapshot(controller.state());
    REQUIRE(before.reservations.size() == 1);
    CHECK(before.reservations[0].end == Instant{200});
    CHECK_FALSE(before.nodes[1].reserved);
    controller.run_until(Instant{150});
    Snapshot const during = take_snapshot(controller.state());
    CHECK(during.nodes[1].reserved);
    CHECK_FALSE(during.nodes[1].maintenance);
    CHECK_FALSE(during.nodes[0].reserved);
    controller.run_until(Instant{300});
    CHECK(take_snapshot(controller.state()).reservations.empty());
}

TEST_CASE("a snapshot has the priority factors before weighting", "[slurm_controller][unit]") {
    Controller controller(cluster4x8("PriorityType=priority/multifactor\n"
                                     "PriorityWeightJobSize=1000\nPriorityWeightPartition=1000\n"),
                          {});
    controller.run_until(Instant{10});
    controller.submit(request_of("-J first -N4 --exclusive -t 60 --mem=1000", 1800));
    controller.run_until(Instant{20});
    controller.submit(request_of("-J next -N2 -n2 -t 30 --mem=1000", 600));
    controller.run_until(Instant{30});
    Snapshot const snapshot = take_snapshot(controller.state());
    JobView const& next = job_named(snapshot, "next");
    REQUIRE(next.priorities.size() == 1);
    CHECK(next.priorities[0].partition == "batch");
    CHECK(next.priorities[0].partition_factor == Approx(1.0));
    CHECK(next.priorities[0].job_size > 0.25);
    CHECK(next.priorities[0].priority == next.priority);
    CHECK(next.priorities[0].age == 0);  // no weight
}
