// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/job_shape.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

constexpr PartitionShape large_partition{
    .nodes = 100, .units_per_node = 4, .max_job_nodes = 10, .max_walltime = Seconds{3600}};

}  // namespace

TEST_CASE("a job that fits in one node shares it, a larger one takes whole nodes",
          "[workload][unit]") {
    JobShape const small = shape_job(3, SizeUnit::gpu, Seconds{10}, large_partition);
    CHECK(small.nodes == 1);
    CHECK(small.units == 3);
    JobShape const large = shape_job(9, SizeUnit::gpu, Seconds{10}, large_partition);
    CHECK(large.nodes == 3);
    CHECK(large.units == 4);
    CHECK(large.work() == 120.0);
    CHECK_FALSE(large.size_cut);
    CHECK_FALSE(large.run_cut);
}

TEST_CASE("a job takes its whole node if nodes are not shared", "[workload][unit]") {
    PartitionShape exclusive = large_partition;
    exclusive.whole_nodes = true;
    CHECK(shape_job(1, SizeUnit::gpu, Seconds{10}, exclusive).units == 4);
    JobShape const nodes = shape_job(3, SizeUnit::node, Seconds{10}, large_partition);
    CHECK(nodes.nodes == 3);
    CHECK(nodes.units == 4);
}

TEST_CASE("a job beyond the partition's limits is cut to them", "[workload][unit]") {
    JobShape const job = shape_job(64, SizeUnit::gpu, Seconds{7200}, large_partition);
    CHECK(job.nodes == 10);
    CHECK(job.size_cut);
    CHECK(job.run == Seconds{3600});
    CHECK(job.run_cut);
    JobShape const just = shape_job(40, SizeUnit::gpu, Seconds{3600}, large_partition);
    CHECK(just.nodes == 10);
    CHECK_FALSE(just.size_cut);
    CHECK_FALSE(just.run_cut);
}
