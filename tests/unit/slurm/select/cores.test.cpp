// SPDX-License-Identifier: Apache-2.0
#include "tests/support/catch.hpp"
#include "tests/unit/slurm/select/small_site.hpp"

namespace clustersim::slurm {

namespace {

using Numbers = std::vector<std::int32_t>;

JobRequest job(std::int32_t nodes, std::int32_t ntasks, std::int32_t cpus_per_task) {
    auto result = tasks(ntasks);
    result.cpus_per_task = cpus_per_task;
    if (nodes > 0) result.min_nodes = result.max_nodes = nodes;
    return result;
}

/// The cores on each node.
std::vector<Numbers> all_cores(JobRequest const& request) {
    Playground here(small_site());
    std::vector<Numbers> result;
    auto const allocation = here.start(request);
    for (auto const& mask : allocation.cores) result.push_back(cores(mask));
    return result;
}

}  // namespace

// The expectations of this file were observed on Slurm 22.05.8.

TEST_CASE("it keeps the cores of a task together", "[slurm_select][unit]") {
    CHECK(all_cores(job(0, 3, 2)) == std::vector<Numbers>{{0, 1, 2, 3, 4, 5}});
    CHECK(all_cores(job(0, 1, 3)) == std::vector<Numbers>{{0, 1, 2}});
    CHECK(all_cores(job(0, 2, 3)) == std::vector<Numbers>{{0, 1, 2, 4, 5, 6}});
    CHECK(all_cores(job(2, 3, 2)) == std::vector<Numbers>{{0, 1, 2, 3}, {0, 1}});
}

TEST_CASE("it leaves cores for the remaining nodes", "[slurm_select][unit]") {
    CHECK(all_cores(job(2, 4, 2)) == std::vector<Numbers>{{0, 1, 2, 3, 4, 5}, {0, 1}});
    CHECK(all_cores(job(2, 5, 2)) == std::vector<Numbers>{{0, 1, 2, 3, 4, 5, 6, 7}, {0, 1}});
    CHECK(all_cores(job(0, 5, 2)) == std::vector<Numbers>{{0, 1, 2, 3, 4, 5, 6, 7}, {0, 1}});
    CHECK(all_cores(job(3, 10, 1)) == std::vector<Numbers>{{0, 1, 2, 3, 4, 5, 6, 7}, {0}, {0}});
}

TEST_CASE("it counts the rest of a node as a task", "[slurm_select][unit]") {
    CHECK(all_cores(job(0, 4, 3)) == std::vector<Numbers>{{0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2}});
    CHECK(all_cores(job(0, 5, 3)) ==
          std::vector<Numbers>{{0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 4, 5, 6}});
    CHECK(all_cores(job(2, 3, 3)) == std::vector<Numbers>{{0, 1, 2, 4, 5, 6}, {0, 1, 2}});
}

TEST_CASE(
    "it reserves cores for the minimum of nodes and distributes tasks in turn (spec 6.7.7, 6.11.1)",
    "[slurm_select][unit]") {
    auto const shares =
        [](std::int32_t least, std::int32_t most, std::int32_t count, std::int32_t cpus_per_task) {
            auto request = tasks(count);
            request.min_nodes = least;
            request.max_nodes = most;
            request.cpus_per_task = cpus_per_task;
            return cpus(Playground(small_site()).start(request));
        };
    CHECK(shares(1, 3, 10, 1) == Numbers{7, 2, 1});
    CHECK(shares(1, 4, 20, 1) == Numbers{8, 7, 4, 1});
    CHECK(shares(2, 4, 14, 1) == Numbers{6, 6, 1, 1});
    CHECK(shares(2, 4, 5, 2) == Numbers{4, 2, 2, 2});
    CHECK(shares(1, 3, 4, 3) == Numbers{6, 3, 3});
    CHECK(shares(1, 3, 5, 3) == Numbers{6, 6, 3});
}

TEST_CASE("it distributes tasks that fit on no node as a whole over the nodes in turn",
          "[slurm_select][unit]") {
    Playground here(small_site(3));
    here.leave_free({2, 5, 5});
    auto request = tasks(6);
    request.min_nodes = request.max_nodes = 3;
    request.cpus_per_task = 2;
    CHECK(cpus(here.start(request)) == Numbers{2, 4, 4});
}

TEST_CASE("it places a task on a socket that holds it as a whole", "[slurm_select][unit]") {
    std::vector<std::pair<std::pair<std::int32_t, std::int32_t>, Numbers>> const expected{
        {{1, 3}, {4, 5, 6}},
        {{2, 2}, {4, 5, 6, 7}},
        {{1, 5}, {3, 4, 5, 6, 7}},
        {{1, 4}, {4, 5, 6, 7}},
        {{2, 1}, {3, 4}},
        {{3, 1}, {3, 4, 5}},
        {{1, 2}, {4, 5}},
        {{1, 1}, {3}}};
    for (auto const& [request, wanted] : expected) {
        Playground here(small_site(1));
        auto busy = tasks(1);
        busy.cpus_per_task = 3;
        here.start(busy);
        CHECK(cores(here.start(job(1, request.first, request.second)).cores[0]) == wanted);
    }
}

TEST_CASE("it takes single cores of the sockets in turn", "[slurm_select][unit]") {
    CHECK(all_cores(job(0, 12, 1)) == std::vector<Numbers>{{0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 4, 5}});
}

TEST_CASE("it fills the tightest socket with block distribution (spec 6.11.2)",
          "[slurm_select][unit]") {
    Playground here(small_site(1));
    auto request = tasks(2);
    request.block_distribution = true;
    CHECK(cores(here.start(request).cores[0]) == Numbers{0, 1});
    CHECK(cores(here.start(request).cores[0]) == Numbers{2, 3});
    here.start(tasks(1), here.only({0}));
    CHECK(cores(here.start(request).cores[0]) == Numbers{5, 6});
}

TEST_CASE("it gives out every core of the largest node that Slurm counts", "[slurm_select][unit]") {
    Site site = small_site(1);
    auto& record = site.records[0];
    record.sockets = 3;
    record.cores_per_socket = 21'844;
    record.cpus = record.cores();
    Playground here(std::move(site));
    auto const first = here.start(tasks(65'000));
    CHECK(first.cores[0].count() == 65'000);
    CHECK(first.cores[0].count(0, 21'844) == 21'667);
    CHECK(first.cores[0].count(2 * 21'844, 21'844) == 21'666);
    auto const second = here.start(tasks(532));
    auto both = first.cores[0];
    both |= second.cores[0];
    CHECK(both == CoreMask::first(65'532));
    CHECK_FALSE(here.select(tasks(1)));
    here.use.remove(first, use_kind(resolve_resources(here.site, tasks(65'000), 0).value()));
    CHECK(here.use.free_core_mask(0) == first.cores[0]);
}

TEST_CASE("masks of cores are equal if their cores are, however far they once went",
          "[slurm_select][unit]") {
    CoreMask mask;
    mask.insert(700);
    CHECK(mask != CoreMask());
    CHECK(mask.contains(700));
    CHECK_FALSE(mask.contains(60'000));
    mask.erase(700);
    CHECK(mask == CoreMask());
    CHECK(mask.empty());
    CHECK(CoreMask::first(700).count(250, 600) == 450);
}

}  // namespace clustersim::slurm
