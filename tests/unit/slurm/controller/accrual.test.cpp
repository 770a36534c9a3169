// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/accrual.hpp"

#include "tests/unit/slurm/controller/small_cluster.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

/// cluster4x8, full for an hour, with user u in an account with MaxJobsAccrue `most`.
Controller full_cluster(std::int64_t most) {
    auto site = std::make_shared<Site>(*cluster4x8(
        "PriorityType=priority/multifactor\nPriorityWeightAge=1000\nPriorityMaxAge=0-1\n"
        "AccountingStorageType=accounting_storage/slurmdbd\n"
        "AccountingStorageEnforce=associations,limits\n"));
    Association root;
    root.account = "root";
    Association account;
    account.account = "physics";
    account.parent = 0;
    Association user;
    user.account = "physics";
    user.user = "u";
    user.parent = 1;
    user.max_jobs_accrue = most;
    site->associations = {root, account, user};
    Controller controller(site, Phases{});
    controller.run_until(Instant{0});
    REQUIRE(controller.submit(request_of("-A physics -N4 --exclusive -t 60", 3600)).accepted());
    controller.run_until(Instant{10});
    REQUIRE(controller.find(1)->state == JobState::running);
    return controller;
}

}  // namespace

TEST_CASE("only the first pending jobs gain age, up to the limit (spec 8.5)",
          "[slurm_controller][unit]") {
    auto controller = full_cluster(2);
    for (int i = 0; i < 4; ++i)
        REQUIRE(controller.submit(request_of("-A physics -N4 --exclusive -t 60", 3600)).accepted());
    controller.run_until(Instant{1000});
    CHECK(controller.find(2)->accrue);
    CHECK(controller.find(3)->accrue);
    CHECK_FALSE(controller.find(4)->accrue);
    CHECK_FALSE(controller.find(5)->accrue);
    CHECK(controller.find(2)->priority > 0);
    CHECK(controller.find(4)->priority < controller.find(3)->priority);
    JobHold hold;
    hold.jobs = {{2, std::nullopt}};
    REQUIRE_FALSE(controller.apply(hold));
    controller.run_until(Instant{1100});
    CHECK_FALSE(controller.find(2)->accrue);
    REQUIRE(controller.find(4)->accrue);
    CHECK(*controller.find(4)->accrue > Instant{1000});
    CHECK_FALSE(controller.find(5)->accrue);
}

TEST_CASE("a job that starts frees its place for the next one (spec 8.5)",
          "[slurm_controller][unit]") {
    auto controller = full_cluster(1);
    for (int i = 0; i < 2; ++i)
        REQUIRE(controller.submit(request_of("-A physics -N4 --exclusive -t 60", 3600)).accepted());
    controller.run_until(Instant{3000});
    CHECK_FALSE(controller.find(3)->accrue);
    controller.run_until(Instant{3700});
    REQUIRE(controller.find(2)->state == JobState::running);
    REQUIRE(controller.find(3)->accrue);
    CHECK(*controller.find(3)->accrue >= controller.find(2)->start);
}

TEST_CASE("tasks of an array gain age up to the limit, with records of their own (spec 8.5)",
          "[slurm_controller][unit]") {
    auto controller = full_cluster(2);
    REQUIRE(controller.submit(request_of("-A physics -N4 --exclusive -t 60 --array=1-5", 3600))
                .accepted());
    controller.run_until(Instant{200});
    auto const& jobs = controller.state().jobs.table;
    for (auto const task : {1, 2}) {
        auto const slot = jobs.find_task(2, task);
        REQUIRE(slot);
        CHECK(jobs.at(*slot).accrue);
    }
    CHECK(controller.find(2)->pending_tasks == std::vector<std::int32_t>{3, 4, 5});
    CHECK_FALSE(controller.find(2)->accrue);
}

TEST_CASE("an array is eligible when the queue is first walked after its submission",
          "[slurm_controller][unit]") {
    Controller controller(cluster4x8("PriorityType=priority/multifactor\n"), Phases{});
    controller.run_until(Moment{10'500});
    controller.submit(request_of("-n1 -t 5 -a 0-2", 60));
    CHECK_FALSE(controller.find(1)->eligible);
    SECTION("by a scheduler") {
        controller.run_until(Instant{20});
        REQUIRE(controller.find(1)->eligible);
        CHECK(*controller.find(1)->eligible > Instant{10});
    }
    SECTION("by the next submission, which is eligible at once") {
        controller.submit(request_of("-n1 -t 5", 60));
        CHECK(controller.find(2)->eligible == Instant{10});
        CHECK(controller.find(1)->eligible == Instant{10});
    }
}

TEST_CASE("a task takes the position of its array in the job list, the array moves to the end "
          "(spec 1.9.2)",
          "[slurm_controller][unit]") {
    Controller controller(cluster4x8(), Phases{});
    controller.run_until(Instant{0});
    controller.submit(request_of("-N3 --exclusive -t 60 --array=1-3", 3600));
    controller.submit(request_of("-N4 --exclusive -t 60", 3600));
    controller.run_until(Instant{10});
    auto const& jobs = controller.state().jobs.table;
    std::vector<std::int32_t> ids;
    for (auto const slot : jobs.in_order()) ids.push_back(jobs.at(slot).id);
    CHECK(ids == std::vector<std::int32_t>{3, 2, 1});
    CHECK(jobs.at(*jobs.find(3)).task == 1);
}

TEST_CASE("an array at its limit of running tasks continues to gain age (observed)",
          "[slurm_controller][unit]") {
    // From a workload of arrays under limits of accounts: tasks that had waited for the limit of
    // two since 3273 s started with the age of 3268 s.
    auto controller = full_cluster(9);
    REQUIRE(controller.submit(request_of("-A physics -n1 --mem=100 -t 60 --array=1-3%1", 600))
                .accepted());
    controller.run_until(Instant{3700});
    auto const* waiting = controller.find(2);
    REQUIRE(waiting->state == JobState::pending);
    CHECK(waiting->reason == Reason::array_task_limit);
    REQUIRE(waiting->accrue);
    CHECK(*waiting->accrue < Instant{100});
}
