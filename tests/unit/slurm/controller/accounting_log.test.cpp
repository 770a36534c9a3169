// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/accounting_log.hpp"

#include "tests/unit/slurm/controller/small_cluster.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

TEST_CASE("accounting keeps jobs that the controller has purged", "[slurm_controller][unit]") {
    AccountingLog log;
    Controller controller(cluster4x8("MinJobAge=60\n"), {});
    controller.observe(&log);
    controller.run_until(Instant{10});
    controller.submit(request_of("-J done -N2 -n4 -t 10 --mem=1000", 100));
    auto failing = request_of("-J fails -n1 -t 10 --mem=100", 50);
    failing.exit_code = 3;
    controller.submit(failing);
    controller.run_until(Instant{2000});
    controller.submit(request_of("-J later -n1 -t 10 --mem=100", 100));
    controller.run_until(Instant{2500});
    CHECK(controller.find(1) == nullptr);
    auto const records = log.records(controller.state());
    REQUIRE(records.size() == 3);
    AccountingRecord const& done = records[0];
    CHECK(done.name == "done");
    CHECK(done.partition == "batch");
    CHECK(done.state == JobState::completed);
    CHECK(done.submit == Instant{10});
    REQUIRE(done.start);
    CHECK(done.end == *done.start + Seconds{100});
    CHECK(done.nodes == std::vector<std::int32_t>{0, 1});
    CHECK(done.allocated_cpus == 4);
    CHECK(done.first_node_cpus >= 1);
    CHECK(done.limit_minutes == 10);
    CHECK(done.started_by != StartedBy::nobody);
    CHECK(records[1].state == JobState::failed);
    CHECK(records[1].exit_code == 3);
}

TEST_CASE("accounting lists pending jobs after they become eligible", "[slurm_controller][unit]") {
    AccountingLog log;
    Controller controller(cluster4x8(), {});
    controller.observe(&log);
    controller.run_until(Instant{10});
    controller.submit(request_of("-J long -N4 --exclusive -t 60 --mem=1000", 3000));
    controller.submit(request_of("-J held --hold -n1 -t 5 --mem=100", 60));
    controller.submit(request_of("-J waits -n1 -t 5 --mem=100", 60));
    controller.run_until(Instant{100});
    auto const records = log.records(controller.state());
    REQUIRE(records.size() == 2);
    CHECK(records[0].name == "long");
    CHECK(records[1].name == "waits");
    CHECK(records[1].state == JobState::pending);
    CHECK_FALSE(records[1].start);
}

TEST_CASE("accounting has a record for each run of a requeued job", "[slurm_controller][unit]") {
    AccountingLog log;
    Controller controller(cluster4x8(), {});
    controller.observe(&log);
    controller.run_until(Instant{10});
    controller.submit(request_of("-J again -n1 -t 30 --mem=100", 600));
    controller.run_until(Instant{100});
    JobRequeue requeue;
    requeue.jobs = {{1, std::nullopt}};
    REQUIRE_FALSE(controller.apply(requeue));
    controller.run_until(Instant{1500});
    auto const records = log.records(controller.state());
    REQUIRE(records.size() == 2);
    CHECK(records[0].requeued);
    CHECK(records[0].end == Instant{100});
    CHECK_FALSE(records[1].requeued);
    CHECK(records[1].state == JobState::completed);
    CHECK(records[1].submit == Instant{100});
}

TEST_CASE("accounting has the user who cancelled a job, running or pending (spec 11.6.4)",
          "[slurm_controller][unit]") {
    AccountingLog log;
    Controller controller(cluster4x8(), {});
    controller.observe(&log);
    controller.run_until(Instant{10});
    for (int i = 0; i < 3; ++i) controller.submit(request_of("-N4 --exclusive -t 30", 600));
    controller.run_until(Instant{100});
    REQUIRE(controller.find(1)->state == JobState::running);
    JobCancel cancel;
    cancel.jobs = {{1, std::nullopt}, {2, std::nullopt}};
    cancel.by = "1001";
    REQUIRE_FALSE(controller.apply(cancel));
    cancel.jobs = {{3, std::nullopt}};
    cancel.by.clear();
    REQUIRE_FALSE(controller.apply(cancel));
    auto const records = log.records(controller.state());
    REQUIRE(records.size() == 3);
    CHECK(records[0].cancelled_by == "1001");
    CHECK(records[1].cancelled_by == "1001");
    CHECK(records[2].cancelled_by.empty());
}
