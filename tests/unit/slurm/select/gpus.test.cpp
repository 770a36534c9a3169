// SPDX-License-Identifier: Apache-2.0
#include "tests/support/catch.hpp"
#include "tests/unit/slurm/select/small_site.hpp"

namespace clustersim::slurm {

namespace {

using Numbers = std::vector<std::int32_t>;

/// Four nodes of 2 x 32 cores and four GPUs; `sockets` gives the socket next to each GPU.
Site gpu_site(std::vector<std::int32_t> sockets = {}) {
    auto site = small_site();
    auto& record = site.records[0];
    record.cpus = 64;
    record.cores_per_socket = 32;
    record.real_memory_mb = 256000;
    NodeGres gres;
    gres.count = 4;
    gres.sockets = std::move(sockets);
    record.gres.push_back(gres);
    return site;
}

JobRequest gpu_job(std::int64_t count, GresScope scope, std::int32_t cpus = 8) {
    JobRequest job;
    job.cpus_per_task = cpus;
    job.mem_per_node_mb = 1000;
    job.gres.push_back({"gpu", "", count, scope});
    return job;
}

Numbers devices(NodeShare const& share) {
    Numbers result;
    for (std::int32_t i = 0; i < 64; ++i)
        if ((share.devices >> i & 1U) != 0) result.push_back(i);
    return result;
}

Numbers range(std::int32_t first, std::int32_t last) {
    Numbers result;
    for (auto i = first; i <= last; ++i) result.push_back(i);
    return result;
}

Numbers joined(Numbers a, Numbers const& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// A job of one task on one node.
JobRequest node_job(std::int64_t gpus) {
    auto job = gpu_job(gpus, GresScope::per_node);
    job.min_nodes = job.max_nodes = job.ntasks_per_node = 1;
    return job;
}

/// One, two, four and four GPUs are free.
Playground partly_used() {
    Playground here(gpu_site());
    here.start(node_job(3), here.only({0}));
    here.start(node_job(2), here.only({1}));
    return here;
}

}  // namespace

// The expectations of this file were observed on Slurm 22.05.8.

TEST_CASE("it packs jobs of one GPU, alternating sockets when GPUs have sockets",
          "[slurm_select][unit]") {
    Playground split(gpu_site({0, 0, 1, 1}));
    std::vector<std::pair<Numbers, Numbers>> const expected{
        {{0}, range(0, 7)}, {{2}, range(32, 39)}, {{1}, range(8, 15)}, {{3}, range(40, 47)}};
    for (auto const& [device, core] : expected) {
        auto const found = split.start(node_job(1));
        CHECK(numbers(found) == Numbers{1});
        CHECK(devices(found.nodes[0]) == device);
        CHECK(cores(found.cores[0]) == core);
    }
    CHECK(numbers(split.start(node_job(1))) == Numbers{2});
}

TEST_CASE("it takes GPUs without sockets in order, with cores of both sockets",
          "[slurm_select][unit]") {
    Playground here(gpu_site());
    for (std::int32_t i = 0; i < 4; ++i) {
        auto const found = here.start(node_job(1));
        CHECK(numbers(found) == Numbers{1});
        CHECK(devices(found.nodes[0]) == Numbers{i});
        CHECK(cores(found.cores[0]) ==
              joined(range(4 * i, 4 * i + 3), range(32 + 4 * i, 35 + 4 * i)));
    }
}

TEST_CASE("it takes the GPUs of a job from the nodes that have most", "[slurm_select][unit]") {
    auto here = partly_used();
    auto job = gpu_job(4, GresScope::per_job);
    job.ntasks = 4;
    auto const four = here.select(job);
    REQUIRE(numbers(four) == Numbers{3});
    CHECK(cores(four->cores[0]) == range(0, 31));

    job.gres[0].count = 6;
    auto const six = here.select(job);
    REQUIRE(numbers(six) == Numbers{3, 4});
    CHECK(cpus(*six) == Numbers{24, 8});
    CHECK(devices(six->nodes[1]) == Numbers{0, 1});

    job.gres[0].count = 9;
    auto const nine = here.select(job);
    REQUIRE(numbers(nine) == Numbers{2, 3, 4});
    CHECK(cpus(*nine) == Numbers{8, 16, 8});
    CHECK(devices(nine->nodes[0]) == Numbers{2, 3});
    CHECK(cores(nine->cores[0]) == range(4, 11));
    CHECK(devices(nine->nodes[2]) == Numbers{0, 1, 2});
}

TEST_CASE("it gives a single task the remaining core of the fullest sockets",
          "[slurm_select][unit]") {
    auto here = partly_used();
    auto job = gpu_job(3, GresScope::per_job, 1);
    job.ntasks = 1;
    auto const found = here.select(job);
    REQUIRE(numbers(found) == Numbers{3});
    CHECK(cores(found->cores[0]) == Numbers{32});
    CHECK(devices(found->nodes[0]) == range(0, 2));
    job.ntasks.reset();
    CHECK(cores(here.select(job)->cores[0]) == Numbers{0});
}

TEST_CASE("it gives every task its GPU", "[slurm_select][unit]") {
    auto here = partly_used();
    auto job = gpu_job(1, GresScope::per_task);
    job.ntasks = 8;
    auto const found = here.select(job);
    REQUIRE(numbers(found) == Numbers{3, 4});
    CHECK(cores(found->cores[0]) == joined(range(0, 15), range(32, 47)));
    CHECK(devices(found->nodes[1]) == range(0, 3));
}

TEST_CASE("it keeps whole nodes with GPUs from sharing", "[slurm_select][unit]") {
    auto here = partly_used();
    auto job = gpu_job(1, GresScope::per_node, 1);
    job.exclusive = Exclusive::whole_nodes;
    auto const found = here.select(job);
    REQUIRE(numbers(found) == Numbers{3});
    CHECK(devices(found->nodes[0]) == range(0, 3));
    CHECK(found->cpus == 64);
}

TEST_CASE("it ranks nodes for a job with GPUs by all free CPUs (spec 6.8a, observed)",
          "[slurm_select][unit]") {
    auto site = gpu_site();
    site.partitions[0].lln = true;
    site.records.push_back(site.records[0]);
    site.records[1].cpus = 32;
    site.records[1].cores_per_socket = 16;
    site.nodes[3].record = 1;
    Playground here(std::move(site));
    // Two CPUs of 32 are the same fraction as four of 64, but both kinds of node are idle.
    CHECK(numbers(here.select(gpu_job(1, GresScope::per_job, 2))) == Numbers{1});
}

TEST_CASE(
    "it drops the nodes with fewest CPUs, even if one node alone has the GPUs (spec 6.6, observed)",
    "[slurm_select][unit]") {
    Playground here(gpu_site());
    here.start(node_job(2), here.only({0}));
    here.start(node_job(2), here.only({1}));
    here.start(node_job(3), here.only({2}));
    here.scratch.dearer = here.only({3});
    auto job = gpu_job(4, GresScope::per_job, 2);
    job.ntasks = 1;
    CHECK(numbers(here.select(job)) == Numbers{4});
    here.start(tasks(60), here.only({3}));
    CHECK_FALSE(here.select(job));
}

TEST_CASE("a job of one GPU may use all CPUs of a node unless it requested one node (observed)",
          "[slurm_select][unit]") {
    // Observed at 900 s of a workload like W34: nodes with 14 and with 8 free CPUs were compared by
    // these counts, not by the 4 CPUs of the job's two tasks, and the job got the later node.
    Playground here(gpu_site());
    here.start(tasks(50), here.only({0}));
    here.start(tasks(64), here.only({1}));
    here.start(tasks(56), here.only({2}));
    here.start(tasks(64), here.only({3}));
    auto job = gpu_job(1, GresScope::per_job, 2);
    job.ntasks = 2;
    CHECK(numbers(here.select(job)) == Numbers{3});
    job.min_nodes = job.max_nodes = 1;
    CHECK(numbers(here.select(job)) == Numbers{1});
}

}  // namespace clustersim::slurm
