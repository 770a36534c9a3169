// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/near_left.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/slurm/select/small_site.hpp"

namespace clustersim::slurm {

namespace {

using Numbers = std::vector<std::int32_t>;

/// Four nodes of 2 x 4 cores and four GPUs, on which estimates use the weights left by earlier
/// tests.
Playground gpu_nodes() {
    auto site = small_site();
    NodeGres gres;
    gres.count = 4;
    site.records[0].gres.push_back(gres);
    Playground ground(std::move(site));
    keep_near(ground.scratch);
    return ground;
}

JobRequest gpu_job(std::int64_t count) {
    auto job = tasks(1);
    job.min_nodes = job.max_nodes = 1;
    job.gres.push_back({"gpu", "", count, GresScope::per_node});
    return job;
}

/// After a job of two GPUs on n2 and a test of a job for three on one node.
Playground after_a_test_for_three_gpus() {
    auto ground = gpu_nodes();
    ground.start(gpu_job(2), ground.only({1}));
    ground.select(gpu_job(3), ground.all(), SelectMode::will_run);
    return ground;
}

JobRequest two_nodes() {
    auto job = tasks(2);
    job.min_nodes = job.max_nodes = 2;
    job.ntasks_per_node = 1;
    return job;
}

}  // namespace

TEST_CASE("it records the GPUs that a test of a job with GPUs found on each node",
          "[slurm_select][unit]") {
    auto const ground = after_a_test_for_three_gpus();
    // Two for the job that started on n2: the test found too few there to change the weight again.
    CHECK(ground.scratch.near_left == std::vector<std::uint8_t>{3, 2, 3, 3});
}

TEST_CASE("it estimates a job without GPUs by the weights left on the nodes (spec 6.2.3)",
          "[slurm_select][unit]") {
    auto ground = after_a_test_for_three_gpus();
    // n2 has a higher weight, and so separates n1 from the run n3 to n4.
    CHECK(numbers(ground.select(two_nodes(), ground.all(), SelectMode::will_run)) == Numbers{3, 4});
    CHECK(numbers(ground.select(two_nodes())) == Numbers{1, 2});
    forget_near(ground.scratch, ground.all());
    CHECK(numbers(ground.select(two_nodes(), ground.all(), SelectMode::will_run)) == Numbers{1, 2});
}

TEST_CASE("it also counts GPUs on nodes without a free core", "[slurm_select][unit]") {
    auto ground = gpu_nodes();
    ground.start(tasks(8), ground.only({0}));
    ground.select(gpu_job(1), ground.all(), SelectMode::will_run);
    CHECK(ground.scratch.near_left[0] == 1);
}

TEST_CASE("it records nothing if fewer nodes admit the job than it needs", "[slurm_select][unit]") {
    auto ground = gpu_nodes();
    ground.start(whole(3));
    auto job = whole(2);
    job.gres.push_back({"gpu", "", 1, GresScope::per_node});
    ground.select(job, ground.all(), SelectMode::will_run);
    CHECK(ground.scratch.near_left == std::vector<std::uint8_t>(4, 0));
}

TEST_CASE("it keeps nothing until an estimate uses it", "[slurm_select][unit]") {
    Playground ground(small_site());
    ground.select(gpu_job(1), ground.all(), SelectMode::will_run);
    CHECK(ground.scratch.near_left.empty());
}

}  // namespace clustersim::slurm
