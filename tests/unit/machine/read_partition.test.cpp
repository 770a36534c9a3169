// SPDX-License-Identifier: Apache-2.0
#include "models/machine/read_partition.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/machine/machine_test.hpp"

using namespace clustersim;

TEST_CASE("a partition has limits, QOS and a billing rule", "[machine][unit]") {
    auto const system = read_machine(small_machine);
    REQUIRE(system);
    Partition const& batch = system->partitions.front();
    CHECK(batch.slurm_name == "batch");
    CHECK(batch.constraint.empty());
    CHECK(batch.limits.max_nodes == 4);
    CHECK(batch.limits.max_time->count == 2 * 86400);
    CHECK_FALSE(batch.limits.min_nodes);
    CHECK_FALSE(batch.default_time);
    CHECK(batch.purpose == Purpose::production);
    REQUIRE(batch.qos.size() == 1);
    CHECK(batch.qos.front().priority == 10);
    CHECK(batch.qos.front().limits.max_time->count == 86400);
    CHECK(batch.billing.unit == "GPU-h");
    CHECK(batch.billing.per_gpu_hour == 1);
    CHECK(batch.billing.combine == BillingRule::Combine::max);
}

TEST_CASE("a partition gives its nodes, the resources of its jobs and what may preempt them",
          "[machine][unit]") {
    auto const system = read_machine(with("    billing:",
                                          R"(    priority_tier: 3
    priority_factor: 20
    preempted_jobs: requeue
    purpose: low_priority
    reservation: small
    defaults: {cores_per_gpu: 16, memory_per_gpu: 100 GiB}
    fixed: {gpus: 1, cores: 8}
    billing:)"));
    REQUIRE(system);
    Partition const& batch = system->partitions.front();
    CHECK(batch.priority_tier == 3);
    CHECK(batch.priority_factor == 20);
    CHECK(batch.preempted_jobs == PreemptedJobs::requeue);
    CHECK(batch.purpose == Purpose::low_priority);
    CHECK(batch.reservation == "small");
    CHECK(batch.defaults.cores_per_gpu == 16);
    CHECK(batch.defaults.memory_per_gpu == bytes(100.0 * 1073741824.0));
    CHECK(batch.fixed->cores == 8);
    CHECK(batch.places.first == 0);
}

TEST_CASE("nodes after the last one and shares larger than a node are reported",
          "[machine][unit]") {
    CHECK(only_problem(with("    is_default: true\n",
                            "    is_default: true\n    first_node: 1\n")) == "CS0110:37");
    CHECK(only_problem(with("    billing:", "    fixed: {gpus: 5, cores: 8}\n    billing:")) ==
          "CS0110:40");
    CHECK(only_problem(with("    billing:", "    fixed: {gpus: 1}\n    billing:")) == "CS0104:40");
    CHECK(only_problem(with("    is_default: true\n",
                            "    is_default: true\n    purpose: produce\n")) == "CS0108:37");
    CHECK(only_problem(with("{priority: 10,", "{priority: 10, preempts: [nobody],")) ==
          "CS0108:39");
}

TEST_CASE("limits that cannot all hold are reported with both lines", "[machine][unit]") {
    CHECK(only_problem(with("{max_nodes: 4,", "{min_nodes: 5, max_nodes: 4,")) == "CS0110:37");
    CHECK(only_problem(with("    is_default: true\n",
                            "    is_default: true\n    default_time: 3-00:00:00\n")) ==
          "CS0110:37");
    CHECK(only_problem(with("max_time: 24:00:00", "max_time: 24")) == "CS0106:39");
    CHECK(only_problem(with("{max_nodes: 4,", "{max_nodes: 0,")) == "CS0107:37");
}

TEST_CASE("a billing rule charges something or is called free", "[machine][unit]") {
    CHECK(only_problem(with("{unit: GPU-h, per_gpu_hour: 1}", "{unit: GPU-h}")) == "CS0110:40");
    CHECK(only_problem(with("{unit: GPU-h, per_gpu_hour: 1}", "{unit: free}")) == "accepted");
    CHECK(only_problem(with("per_gpu_hour: 1", "per_gpu_hour: -1")) == "CS0107:40");
    CHECK(only_problem(with("unit: GPU-h", "unit: GPU-h, combine: mean")) == "CS0108:40");
}

TEST_CASE("a partition limits a job's share of a node and charges in steps", "[machine][unit]") {
    std::string const bill = "{unit: GPU-h, per_gpu_hour: 1}";
    auto const system = read_machine(
        with("    billing: " + bill,
             "    max_tres_per_node: {cores: 32, memory: 60 GiB}\n"
             "    billing: {unit: core-h, per_core_hour: 1, core_step: 8, per_gib_hour: 0.5, "
             "memory_step: 2 GiB}"));
    REQUIRE(system);
    Partition const& batch = system->partitions.front();
    CHECK(batch.max_tres_per_node.cores == 32);
    CHECK(batch.max_tres_per_node.memory == bytes(60.0 * 0x1p30));
    CHECK(batch.billing.core_step == 8);
    CHECK(batch.billing.memory_step == bytes(2.0 * 0x1p30));
    Partition const plain = read_machine(small_machine)->partitions.front();
    CHECK_FALSE(plain.max_tres_per_node.cores);
    CHECK(plain.billing.core_step == 1);
    CHECK_FALSE(plain.billing.memory_step);

    CHECK(only_problem(with(bill, "{unit: GPU-h, per_gpu_hour: 1, core_step: 8}")) == "CS0110:40");
    CHECK(only_problem(with(bill, "{unit: GPU-h, per_gpu_hour: 1, memory_step: 2 GiB}")) ==
          "CS0110:40");
    CHECK(only_problem(with(bill, "{unit: core-h, per_core_hour: 1, core_step: 65}")) ==
          "CS0110:40");
    CHECK(only_problem(with(bill, "{unit: core-h, per_gib_hour: 1, memory_step: 1 TiB}")) ==
          "CS0110:40");
    CHECK(only_problem(with("    billing:", "    max_tres_per_node: {cores: 65}\n    billing:")) ==
          "CS0110:40");
    CHECK(only_problem(
              with("    billing:", "    max_tres_per_node: {memory: 513 GiB}\n    billing:")) ==
          "CS0110:40");
}

TEST_CASE("a QOS that is given twice is a duplicate key", "[machine][unit]") {
    CHECK(only_problem(with("    billing:", "      normal: {priority: 3}\n    billing:")) ==
          "CS0102:40");
}
