// SPDX-License-Identifier: Apache-2.0
// Reservations whose nodes change or that end when idle, jobs that wait for them, and other
// conditions on nodes: preferred features, states and their reasons.
#include "sim/slurm/controller/take_snapshot.hpp"
#include "tests/unit/slurm/controller/small_cluster.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

Controller started(std::string const& more = "") {
    Controller controller(cluster4x8(more), Phases{});
    controller.run_until(Instant{0});
    return controller;
}

ReservationCreate two_nodes(std::int64_t start = 100) {
    ReservationCreate create;
    create.reservation.name = "r";
    create.reservation.start = Instant{start};
    create.reservation.duration = Seconds{3000};
    create.reservation.node_count = 2;
    create.reservation.users = {"u"};
    return create;
}

std::vector<std::int32_t> nodes_of_reservation(Controller const& controller) {
    std::vector<std::int32_t> nodes;
    controller.state().nodes.reservations.all().front().nodes.for_each(
        [&](std::int32_t node) { nodes.push_back(node); });
    return nodes;
}

using Nodes = std::vector<std::int32_t>;

}  // namespace

TEST_CASE("a reservation is refused if jobs on its nodes may overlap it (spec 9.1)",
          "[slurm_controller][unit]") {
    auto controller = started();
    controller.submit(request_of("-w n1 -t 60", 3600));
    controller.run_until(Instant{10});
    auto create = two_nodes();
    create.reservation.node_count = 0;
    create.reservation.nodes = {0, 1};
    CHECK(controller.apply(create) == "Requested nodes are busy");
    create.reservation.flags.ignore_jobs = true;
    CHECK_FALSE(controller.apply(create));
    auto counted = started();
    counted.submit(request_of("-w n1 -t 60", 3600));
    counted.run_until(Instant{10});
    REQUIRE_FALSE(counted.apply(two_nodes()));
    CHECK(nodes_of_reservation(counted) == Nodes{1, 2});
}

TEST_CASE("a daily reservation moves on while no job is there", "[slurm_controller][unit]") {
    auto controller = started();
    auto create = two_nodes(3600);
    create.reservation.node_count = 0;
    create.reservation.nodes = {0, 1, 2, 3};
    create.reservation.recurrence = Recurrence::daily;
    REQUIRE_FALSE(controller.apply(create));
    controller.run_until(Instant{6 * 3600});
    CHECK(controller.state().nodes.reservations.all().front().start == Instant{25 * 3600});
    // 30 hours do not fit between two periods.
    auto const id = controller.submit(request_of("-N 1 -t 1800", 20 * 3600)).job_id;
    controller.run_until(Instant{20 * 3600});
    CHECK(controller.find(id)->pending());
    auto const fits = controller.submit(request_of("-N 1 -t 60", 600)).job_id;
    controller.run_until(Instant{20 * 3600 + 120});
    CHECK_FALSE(controller.find(fits)->pending());
}

TEST_CASE("idle nodes replace failed ones, except with STATIC_ALLOC (spec 9.4)",
          "[slurm_controller][unit]") {
    for (bool const stays : {false, true}) {
        auto controller = started();
        auto create = two_nodes();
        create.reservation.flags.static_alloc = stays;
        REQUIRE_FALSE(controller.apply(create));
        CHECK(nodes_of_reservation(controller) == Nodes{0, 1});
        NodeUpdate drain;
        drain.nodes = {0};
        drain.state = NodeStateChange::drain;
        drain.reason = "fan";
        REQUIRE_FALSE(controller.apply(drain));
        controller.submit(request_of("-n1 -w n4 -t 5 --mem=100", 200));
        controller.run_until(Instant{90});
        CHECK(nodes_of_reservation(controller) == (stays ? Nodes{0, 1} : Nodes{1, 2}));
    }
}

TEST_CASE("with REPLACE, nodes taken by a job are replaced by idle ones (spec 9.4)",
          "[slurm_controller][unit]") {
    for (bool const replaces : {false, true}) {
        auto controller = started();
        auto create = two_nodes(5);
        create.reservation.flags.replace = replaces;
        REQUIRE_FALSE(controller.apply(create));
        controller.run_until(Instant{20});
        controller.submit(request_of("-N1 --exclusive -t 5 --reservation=r", 200));
        controller.run_until(Instant{30});
        REQUIRE(controller.find(1)->state == JobState::running);
        CHECK(nodes_of_reservation(controller) == (replaces ? Nodes{1, 2} : Nodes{0, 1}));
    }
}

TEST_CASE("with PURGE_COMP a reservation ends after being unused for that time (spec 9.4)",
          "[slurm_controller][unit]") {
    auto controller = started();
    auto create = two_nodes(5);
    create.reservation.purge_after = Seconds{120};
    REQUIRE_FALSE(controller.apply(create));
    controller.run_until(Instant{20});
    controller.submit(request_of("-N1 --exclusive -t 10 --reservation=r", 400));
    controller.submit(request_of("-N1 -t 60", 3000));
    controller.run_until(Instant{400});
    REQUIRE(controller.find(1)->state == JobState::running);
    CHECK(controller.state().nodes.reservations.find("r"));
    auto const end = controller.find(1)->start.since_origin + 400;
    controller.run_until(Instant{end + 110});
    CHECK(controller.state().nodes.reservations.find("r"));
    controller.run_until(Instant{end + 185});
    CHECK_FALSE(controller.state().nodes.reservations.find("r"));
}

TEST_CASE(
    "with TIME_FLOAT a reservation stays ahead, and only jobs that end before it start (spec 9.4)",
    "[slurm_controller][unit]") {
    auto controller = started();
    auto create = two_nodes(1200);
    create.reservation.node_count = 0;
    create.reservation.nodes = {0, 1, 2, 3};
    create.reservation.flags.time_float = true;
    REQUIRE_FALSE(controller.apply(create));
    controller.run_until(Instant{600});
    auto const& held = controller.state().nodes.reservations.all().front();
    CHECK(held.start == Instant{1800});
    CHECK(held.end == Instant{4800});
    CHECK(controller.submit(request_of("-N1 -t 5 --reservation=r", 60)).message ==
          "Access denied to requested reservation");
    auto const longer = controller.submit(request_of("-N1 -t 30", 60)).job_id;
    auto const shorter = controller.submit(request_of("-N1 -t 10", 60)).job_id;
    controller.run_until(Instant{720});
    CHECK_FALSE(controller.find(shorter)->pending());
    controller.run_until(Instant{7200});
    CHECK(held.start == Instant{8400});
    CHECK(controller.find(longer)->pending());
}

TEST_CASE("a job that waits for its own reservation is not yet eligible (spec 9.3.4)",
          "[slurm_controller][unit]") {
    auto controller = started();
    REQUIRE_FALSE(controller.apply(two_nodes()));
    controller.submit(request_of("-N1 -t 5 --reservation=r", 60));
    controller.run_until(Instant{50});
    CHECK(controller.find(1)->reason == Reason::reservation);
    CHECK_FALSE(controller.find(1)->eligible);
    controller.run_until(Instant{130});
    REQUIRE(controller.find(1)->state == JobState::running);
    CHECK(*controller.find(1)->eligible >= Instant{100});
}

TEST_CASE("it tries the nodes of --prefer first, then any (spec 1.7.7)",
          "[slurm_controller][unit]") {
    SiteFiles files;
    files.conf = {"slurm.conf",
                  "SelectType=select/cons_tres\nSelectTypeParameters=CR_Core_Memory\n"
                  "NodeName=n[1-3] CPUs=8 Sockets=2 CoresPerSocket=4 RealMemory=8000\n"
                  "NodeName=n4 CPUs=8 Sockets=2 CoresPerSocket=4 RealMemory=8000 Feature=fast\n"
                  "PartitionName=batch Nodes=ALL Default=YES MaxTime=2-0\n"};
    auto reading = read_site(files);
    REQUIRE(reading);
    Controller controller(std::make_shared<Site const>(std::move(reading->site)), Phases{});
    controller.run_until(Instant{0});
    auto const words = "-N1 --exclusive -t 60 --prefer=fast";
    controller.submit(request_of(words, 3000));
    controller.submit(request_of(words, 3000));
    controller.submit(request_of("-N1 --exclusive -t 60", 3000));
    controller.run_until(Instant{20});
    auto const node = [&](std::int32_t id) {
        REQUIRE(controller.find(id)->state == JobState::running);
        return controller.find(id)->allocation.nodes.front().node;
    };
    CHECK(node(1) == 3);
    CHECK(node(2) == 0);
    CHECK(node(3) == 1);
    CHECK_FALSE(controller.submit(request_of("-N1 --prefer=slow", 60)).accepted());
}

TEST_CASE("the reason of a node's state is the last one given (spec 11.3)",
          "[slurm_controller][unit]") {
    auto controller = started("DownNodes=n4 Reason=old State=DRAIN\n");
    controller.run_until(Instant{50});
    NodeUpdate drain;
    drain.nodes = {0};
    drain.state = NodeStateChange::drain;
    drain.reason = "bad fan";
    REQUIRE_FALSE(controller.apply(drain));
    controller.run_until(Instant{60});
    auto const before = take_snapshot(controller.state());
    CHECK(before.nodes[0].reason == "bad fan");
    CHECK(before.nodes[0].reason_time == Instant{50});
    CHECK(before.nodes[3].reason == "old");
    NodeUpdate back = drain;
    back.nodes = {0, 3};
    back.state = NodeStateChange::resume;
    REQUIRE_FALSE(controller.apply(back));
    NodeUpdate again;
    again.nodes = {3};
    again.state = NodeStateChange::drain;
    REQUIRE_FALSE(controller.apply(again));
    auto const after = take_snapshot(controller.state());
    CHECK(after.nodes[0].reason.empty());
    CHECK(after.nodes[3].drain);
    CHECK(after.nodes[3].reason.empty());
}

TEST_CASE("priorities of jobs in a partition that is DOWN continue to change (spec 5.2.5)",
          "[slurm_controller][unit]") {
    auto controller = started("PartitionName=closed Nodes=ALL State=DOWN\n"
                              "PriorityType=priority/multifactor\nPriorityWeightAge=1000\n"
                              "PriorityMaxAge=0-1\n"
                              "AccountingStorageType=accounting_storage/slurmdbd\n");
    controller.submit(request_of("-p closed -n1 -t 5", 60));
    controller.run_until(Instant{10});
    REQUIRE(controller.find(1)->reason == Reason::part_down);
    auto const before = controller.find(1)->priority;
    controller.run_until(Instant{1300});
    CHECK(controller.find(1)->priority > before);
    CHECK(controller.find(1)->reason == Reason::part_down);
}
