// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/near_left.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/slurm/select/small_site.hpp"

namespace clustersim::slurm {

namespace {

using Numbers = std::vector<std::int32_t>;

/// Four nodes of 2 x 4 cores and four GPUs, on which estimates go by what was left.
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

/// Of two GPUs on n2, and then a test of a job for three on one node.
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

TEST_CASE("it notes the GPUs that a test of a job with GPUs found on each node",
          "[slurm_select][unit]") {
    auto const ground = after_a_test_for_three_gpus();
    // Two of the job that started on n2: the test found too few there to weigh it again.
    CHECK(ground.scratch.near_left == std::vector<std::uint8_t>{3, 2, 3, 3});
}

TEST_CASE("it estimates a job without GPUs by the weights left on the nodes (spec 6.2.3)",
          "[slurm_select][unit]") {
    auto ground = after_a_test_for_three_gpus();
    // n2 weighs more, and so parts n1 from the run n3 to n4.
    CHECK(numbers(ground.select(two_nodes(), ground.all(), SelectMode::will_run)) == Numbers{3, 4});
    CHECK(numbers(ground.select(two_nodes())) == Numbers{1, 2});
    forget_near(ground.scratch, ground.all());
    CHECK(numbers(ground.select(two_nodes(), ground.all(), SelectMode::will_run)) == Numbers{1, 2});
}

TEST_CASE("it looks for GPUs on nodes without a free core too", "[slurm_select][unit]") {
    auto ground = gpu_nodes();
    ground.start(tasks(8), ground.only({0}));
    ground.select(gpu_job(1), ground.all(), SelectMode::will_run);
    CHECK(ground.scratch.near_left[0] == 1);
}

TEST_CASE("it leaves nothing where fewer nodes let a job in than it needs",
          "[slurm_select][unit]") {
    auto ground = gpu_nodes();
    ground.start(whole(3));
    auto job = whole(2);
    job.gres.push_back({"gpu", "", 1, GresScope::per_node});
    ground.select(job, ground.all(), SelectMode::will_run);
    CHECK(ground.scratch.near_left == std::vector<std::uint8_t>(4, 0));
}

TEST_CASE("it keeps nothing until somebody goes by it", "[slurm_select][unit]") {
    Playground ground(small_site());
    ground.select(gpu_job(1), ground.all(), SelectMode::will_run);
    CHECK(ground.scratch.near_left.empty());
}

}  // namespace clustersim::slurm
