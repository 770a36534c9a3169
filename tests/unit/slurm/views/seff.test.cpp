// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/seff.hpp"

#include "sim/slurm/views/sdiag.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/slurm/views/recorded_snapshot.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

Snapshot with(AccountingRecord const& record) {
    Snapshot snapshot;
    snapshot.cluster = "c";
    snapshot.now = Instant{5000};
    snapshot.nodes.resize(2);
    snapshot.accounting = {record};
    return snapshot;
}

AccountingRecord eight_cores() {
    AccountingRecord record;
    record.id = 12;
    record.user = "u";
    record.group = "g";
    record.state = JobState::completed;
    record.start = Instant{100};
    record.end = Instant{1177};
    record.requested_cpus = record.allocated_cpus = 8;
    record.requested_memory_mb = 4096;
    record.nodes = {0};
    record.cpu_seconds_used = 3723;
    record.memory_used_mb = 1536;
    return record;
}

}  // namespace

TEST_CASE("seff divides used by allocated resources, as in TV-61", "[slurm_views][unit]") {
    CHECK(*seff_text(with(eight_cores()), "12") ==
          "Job ID: 12\n"
          "Cluster: c\n"
          "User/Group: u/g\n"
          "State: COMPLETED (exit code 0)\n"
          "Nodes: 1\n"
          "Cores per node: 8\n"
          "CPU Utilized: 01:02:03\n"
          "CPU Efficiency: 43.21% of 02:23:36 core-walltime\n"
          "Job Wall-clock time: 00:17:57\n"
          "Memory Utilized: 1.50 GB\n"
          "Memory Efficiency: 37.50% of 4.00 GB\n");
}

TEST_CASE("seff names the array of a task and estimates the memory of several tasks",
          "[slurm_views][unit]") {
    AccountingRecord record = eight_cores();
    record.array_id = 10;
    record.array_task = 2;
    record.tasks = 4;
    record.nodes = {0, 1};
    std::string const text = *seff_text(with(record), "10_2");
    CHECK(text.find("Job ID: 12\nArray Job ID: 10_2\n") == 0);
    CHECK(text.find("Nodes: 2\nCores per node: 4\n") != std::string::npos);
    CHECK(text.find("Memory Utilized: 1.50 GB (estimated maximum)\n"
                    "Memory Efficiency: 37.50% of 4.00 GB (2.00 GB/node)\n") != std::string::npos);
    record.memory_per_cpu = true;
    CHECK(seff_text(with(record), "12")->find("(512.00 MB/core)") != std::string::npos);
}

TEST_CASE("seff has no efficiency for pending jobs and warns for running ones",
          "[slurm_views][unit]") {
    AccountingRecord waiting = eight_cores();
    waiting.state = JobState::pending;
    waiting.nodes = {};
    waiting.start = waiting.end = std::nullopt;
    waiting.requested_cpus = waiting.allocated_cpus = 1;
    CHECK(*seff_text(with(waiting), "12") ==
          "Job ID: 12\nCluster: c\nUser/Group: u/g\nState: PENDING\nCores: 1\n"
          "Efficiency not available for jobs in the PENDING state.\n");
    AccountingRecord running = eight_cores();
    running.state = JobState::running;
    running.end = std::nullopt;
    CHECK(seff_text(with(running), "12")
              ->find("WARNING: Efficiency statistics may be misleading for RUNNING jobs.\n") !=
          std::string::npos);
}

TEST_CASE("seff reports that the use of a job is unknown", "[slurm_views][unit]") {
    AccountingRecord record = eight_cores();
    record.cpu_seconds_used = record.memory_used_mb = std::nullopt;
    std::string const text = *seff_text(with(record), "12");
    CHECK(text.find("CPU Utilized: unknown") != std::string::npos);
    CHECK(text.find("Memory Utilized: unknown") != std::string::npos);
    CHECK(text.find("Efficiency") == std::string::npos);
    CHECK(text.find("Job Wall-clock time: 00:17:57\n") != std::string::npos);
}

TEST_CASE("seff accepts only jobs in the accounting", "[slurm_views][unit]") {
    REQUIRE_FALSE(seff_text(with(eight_cores()), "13"));
}

TEST_CASE("sdiag prints the counters up to the tables of remote calls, byte for byte",
          "[slurm_views][unit]") {
    Snapshot snapshot = recorded_snapshot("b");
    SchedulerCounters& c = snapshot.counters;
    c.since = Instant{2};
    c.submitted = 60;
    c.started = 14;
    c.completed = 4;
    c.cancelled = 2;
    c.pending = 46;
    c.running = 8;
    c.counted = recorded_instant("2024-01-02T00:26:32");
    c.main_cycles = 49;
    c.main_depth_sum = 49 * 5 + 7;
    c.main_last_queue = 7;
    c.backfilled_total = c.backfilled = 4;
    c.backfill_cycles = 43;
    c.backfill_last = recorded_instant("2024-01-02T00:26:35");
    c.backfill_last_depth = c.backfill_last_depth_tried = c.backfill_last_queue = 7;
    c.backfill_depth_sum = c.backfill_depth_tried_sum = c.backfill_queue_sum = 43 * 6 + 1;
    c.backfill_last_table = 9;
    c.backfill_table_sum = 43 * 9 + 42;
    std::string const recorded = recorded_text("b", "sdiag");
    CHECK(sdiag_text(snapshot) == recorded.substr(0, recorded.find("\nLatency")));
}

TEST_CASE("sdiag has no means before the first cycle", "[slurm_views][unit]") {
    Snapshot snapshot;
    std::string const text = sdiag_text(snapshot);
    CHECK(text.find("Mean") == std::string::npos);
    CHECK(text.find("Last cycle when: N/A") != std::string::npos);
}
