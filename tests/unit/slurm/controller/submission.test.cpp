// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/submission.hpp"

#include "sim/slurm/controller/job_view.hpp"
#include "tests/unit/slurm/controller/small_cluster.hpp"

#include <algorithm>
#include <vector>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

Controller at_ten_seconds(std::string const& more = "") {
    Controller controller(cluster4x8(more), {});
    controller.run_until(Instant{10});
    return controller;
}

/// The records of an array, by creation.
std::vector<JobView> views_of_array(Controller const& controller, std::int32_t id) {
    auto const& state = controller.state();
    std::vector<JobView> views;
    for (auto const slot : state.jobs.table.in_order())
        if (state.jobs.at(slot).array_id == id)
            views.push_back(view_job(state, state.jobs.at(slot)));
    return views;
}

}  // namespace

TEST_CASE("TV-45: it refuses a job that no node could run, which uses up a job id (spec 2.7)",
          "[slurm_controller][unit]") {
    auto controller = at_ten_seconds();
    auto const refused = controller.submit(request_of("-n1 -t 10 --mem=100000", 60));
    CHECK_FALSE(refused.accepted());
    CHECK(refused.message == "Requested node configuration is not available");
    CHECK(controller.submit(request_of("-n1 -t 10 --mem=100", 60)).job_id == 2);
}

TEST_CASE("a pending job counts for the QOS of each of its partitions, a running one for its own",
          "[slurm_controller][unit]") {
    auto site = std::make_shared<Site>(*cluster4x8(
        "PartitionName=short Nodes=ALL\nAccountingStorageType=accounting_storage/slurmdbd\n"
        "AccountingStorageEnforce=associations,limits\n"));
    Qos one_job;
    one_job.name = "one";
    one_job.group.submit_jobs = 1;
    site->qos = {one_job};
    site->partitions[1].qos = "one";
    Association root;
    root.account = "root";
    Association account;
    account.account = "physics";
    account.parent = 0;
    Association user = account;
    user.user = "u";
    user.parent = 1;
    site->associations = {root, account, user};
    Controller controller(site, Phases{});
    controller.run_until(Instant{0});
    REQUIRE(controller.submit(request_of("-A physics -N4 --exclusive -t 10", 100)).accepted());
    controller.run_until(Instant{5});
    REQUIRE(controller.find(1)->state == JobState::running);
    auto const either = request_of("-A physics -p batch,short -N1 --exclusive -t 10", 100);
    REQUIRE(controller.submit(either).accepted());
    CHECK_FALSE(controller.submit(either).accepted());
    controller.run_until(Instant{150});
    REQUIRE(controller.find(2)->state == JobState::running);
    CHECK(controller.submit(either).accepted());
}

TEST_CASE("TV-47: it treats a dependency on an unknown job as fulfilled (spec 1.10)",
          "[slurm_controller][unit]") {
    auto controller = at_ten_seconds();
    auto const outcome =
        controller.submit(request_of("-n1 -t 10 --mem=100 --dependency=afterok:999", 60));
    REQUIRE(outcome.accepted());
    controller.run_until(Instant{20});
    CHECK(controller.find(outcome.job_id)->state == JobState::running);
}

TEST_CASE("TV-48: it runs at most %limit tasks of an array at one time (spec 1.9)",
          "[slurm_controller][unit]") {
    auto controller = at_ten_seconds("FirstJobId=12\n");
    REQUIRE(controller.submit(request_of("--array=1-4%2 -n1 -t 30 --mem=100", 1200)).job_id == 12);
    controller.run_until(Instant{100});
    auto const views = views_of_array(controller, 12);
    REQUIRE(views.size() == 3);
    auto const waits =
        std::ranges::find(views, JobState::pending, [](JobView const& one) { return one.state; });
    REQUIRE(waits != views.end());
    CHECK(waits->waiting_tasks == std::vector<std::int32_t>{3, 4});
    CHECK(waits->array_limit == 2);
    CHECK(waits->reason == Reason::array_task_limit);
    CHECK(std::ranges::count(views, JobState::running, &JobView::state) == 2);
}

TEST_CASE("TV-48: it accepts an array with a step and a limit (spec 1.9)",
          "[slurm_controller][unit]") {
    auto controller = at_ten_seconds("FirstJobId=12\n");
    REQUIRE(controller.submit(request_of("--array=0-9:3%1 -n1 -t 30 --mem=100", 60)).job_id == 12);
    auto const views = views_of_array(controller, 12);
    REQUIRE(views.size() == 1);
    CHECK(views[0].waiting_tasks == std::vector<std::int32_t>{0, 3, 6, 9});
    CHECK(views[0].array_limit == 1);
}

TEST_CASE("TV-50: it starts a requeued job only after 121 seconds (spec 10.5)",
          "[slurm_controller][unit]") {
    auto controller = at_ten_seconds();
    controller.submit(request_of("-n1 -t 30 --mem=100", 1200));
    controller.run_until(Instant{116});
    REQUIRE(controller.find(1)->state == JobState::running);
    JobRequeue requeue;
    requeue.jobs = {{1, std::nullopt}};
    REQUIRE_FALSE(controller.apply(requeue));
    controller.run_until(Instant{130});
    JobView const shown = view_job(controller.state(), *controller.find(1));
    CHECK(shown.state == JobState::pending);
    CHECK(shown.submit == Instant{116});
    CHECK(shown.eligible == Instant{116 + 121});
    CHECK(shown.reason == Reason::begin_time);
    CHECK(shown.restarts == 1);
    controller.run_until(Instant{116 + 120});
    CHECK(controller.find(1)->pending());
    controller.run_until(Instant{116 + 121 + 60});
    CHECK(controller.find(1)->state == JobState::running);
}

TEST_CASE("TV-51: before a maintenance it starts only jobs that end before it (spec 9.2, 9.3)",
          "[slurm_controller][unit]") {
    auto controller = at_ten_seconds();
    ReservationCreate create;
    create.reservation.name = "maint";
    create.reservation.start = Instant{310};
    create.reservation.duration = Seconds{1800};
    create.reservation.nodes = {0, 1, 2, 3};
    create.reservation.users = {"u"};
    create.reservation.flags.maint = true;
    create.reservation.flags.ignore_jobs = true;
    REQUIRE_FALSE(controller.apply(create));
    auto const brief = controller.submit(request_of("-n1 -t 3 --mem=100", 120)).job_id;
    auto const lengthy = controller.submit(request_of("-n1 -t 30 --mem=100", 1200)).job_id;
    auto const inside =
        controller.submit(request_of("-n1 -t 30 --mem=100 --reservation=maint", 1200)).job_id;
    controller.run_until(Instant{100});
    CHECK(controller.find(brief)->start < Instant{20});
    JobView const waits = view_job(controller.state(), *controller.find(lengthy));
    CHECK(waits.state == JobState::pending);
    CHECK(waits.description == "ReqNodeNotAvail, Reserved for maintenance");
    CHECK(waits.start == Instant{310 + 1800});
    JobView const reserved = view_job(controller.state(), *controller.find(inside));
    CHECK(reserved.state == JobState::pending);
    CHECK(reserved.reason == Reason::reservation);
}

TEST_CASE("TV-52: the reason of failed tasks is that they failed (spec 2.4)",
          "[slurm_controller][unit]") {
    auto controller = at_ten_seconds();
    auto request = request_of("--array=0-1 -n1 -t 30 --mem=100", 60);
    request.exit_code = 3;
    controller.submit(request);
    controller.run_until(Instant{120});
    auto const views = views_of_array(controller, 1);
    REQUIRE(views.size() == 2);
    for (JobView const& one : views) {
        CHECK(state_code(one.state) == "F");
        CHECK(one.reason == Reason::non_zero_exit);
        CHECK(one.exit_code == 3);
    }
}

TEST_CASE("TV-52: a cancelled job keeps the reason for which it was pending (spec 2.5)",
          "[slurm_controller][unit]") {
    auto controller = at_ten_seconds("Licenses=matlab:1\n");
    controller.submit(request_of("-n1 -t 30 --mem=100 -L matlab:1", 1200));
    controller.submit(request_of("-n1 -t 30 --mem=100 -L matlab:1", 1200));
    controller.submit(request_of("-N9 -t 30 --mem=100", 1200));
    controller.run_until(Instant{70});
    REQUIRE(controller.find(2)->reason == Reason::licenses);
    REQUIRE(controller.find(3)->reason == Reason::part_node_limit);
    JobCancel cancel;
    cancel.jobs = {{2, std::nullopt}, {3, std::nullopt}};
    REQUIRE_FALSE(controller.apply(cancel));
    CHECK(controller.find(2)->state == JobState::cancelled);
    CHECK(controller.find(2)->reason == Reason::licenses);
    CHECK(controller.find(3)->state == JobState::cancelled);
    CHECK(controller.find(3)->reason == Reason::part_node_limit);
}
