// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/select_nodes.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/slurm/select/small_site.hpp"

namespace clustersim::slurm {

using Numbers = std::vector<std::int32_t>;

TEST_CASE("it takes the node with the tightest fit, then runs of nodes (TV-24)",
          "[slurm_select][unit]") {
    Playground here(small_site());
    here.leave_free({5, 2, 8, 7});
    auto const first = here.start(tasks(2));
    CHECK(numbers(first) == Numbers{2});
    CHECK(cores(first.cores[0]) == Numbers{3, 7});
    CHECK(numbers(here.start(tasks(4))) == Numbers{1});
    auto const last = here.start(tasks(9));
    CHECK(numbers(last) == Numbers{3, 4});
    CHECK(cpus(last) == Numbers{8, 1});
}

TEST_CASE("it takes cores of the sockets in turn and leaves one for each further node (TV-25)",
          "[slurm_select][unit]") {
    Playground here(small_site());
    auto const first = here.start(tasks(2));
    CHECK(numbers(first) == Numbers{1});
    CHECK(cores(first.cores[0]) == Numbers{0, 4});
    auto const second = here.start(tasks(3));
    CHECK(numbers(second) == Numbers{1});
    CHECK(cores(second.cores[0]) == Numbers{1, 2, 5});
    CHECK(numbers(here.start(tasks(8))) == Numbers{2});
    auto two = tasks(8);
    two.min_nodes = two.max_nodes = 2;
    auto const last = here.start(two);
    CHECK(numbers(last) == Numbers{3, 4});
    CHECK(cores(last.cores[0]) == Numbers{0, 1, 2, 3, 4, 5, 6});
    CHECK(cores(last.cores[1]) == Numbers{0});
}

TEST_CASE("it prefers the node that fits exactly, of equal ones the lowest (TV-26)",
          "[slurm_select][unit]") {
    Playground here(small_site());
    here.leave_free({8, 3, 3, 8});
    CHECK(numbers(here.select(tasks(3))) == Numbers{2});
}

TEST_CASE("it takes low weights first (TV-27)", "[slurm_select][unit]") {
    auto site = small_site();
    site.records.push_back(site.records[0]);
    site.records[0].weight = 10;
    for (std::size_t i = 1; i < 4; ++i) site.nodes[i].record = 1;
    Playground here(site);
    CHECK(numbers(here.select(tasks(1))) == Numbers{2});
    CHECK(numbers(here.select(whole(1))) == Numbers{2});
    CHECK(numbers(here.select(whole(4))) == Numbers{1, 2, 3, 4});
}

TEST_CASE("it takes nodes already counted by a limit before others of equal weight (spec 6.2.2)",
          "[slurm_select][unit]") {
    Playground here(small_site());
    here.scratch.dearer = here.only({0, 1, 3});
    CHECK(numbers(here.select(whole(1))) == Numbers{3});
    auto two = tasks(3);
    two.min_nodes = two.max_nodes = 2;
    CHECK(numbers(here.select(two)) == Numbers{3, 4});
    here.scratch.dearer.clear();
    CHECK(numbers(here.select(whole(1))) == Numbers{1});
}

TEST_CASE("it takes the tightest run of neighbours that is sufficient (TV-28)",
          "[slurm_select][unit]") {
    Playground here(small_site());
    auto const up = here.only({0, 2, 3});
    auto two = tasks(16);
    two.min_nodes = two.max_nodes = 2;
    CHECK(numbers(here.select(two, up)) == Numbers{3, 4});
    CHECK(numbers(here.select(whole(2), up)) == Numbers{3, 4});
    auto one = tasks(8);
    one.min_nodes = one.max_nodes = 1;
    CHECK(numbers(here.select(one, up)) == Numbers{1});
    CHECK(numbers(here.select(whole(3), up)) == Numbers{1, 3, 4});
}

TEST_CASE("it takes the least loaded node first with LLN (TV-30)", "[slurm_select][unit]") {
    auto site = small_site(3);
    site.partitions[0].lln = true;
    site.records[0].cpus = 8;
    site.records.push_back(site.records[0]);
    site.records.push_back(site.records[0]);
    site.records[1].cpus = 16;
    site.records[1].cores_per_socket = 8;
    site.records[2].cpus = 4;
    site.records[2].cores_per_socket = 2;
    site.nodes[1].record = 1;
    site.nodes[2].record = 2;
    Playground here(site);
    here.leave_free({4, 10, 3});
    CHECK(numbers(here.start(tasks(1))) == Numbers{3});
    here.start(tasks(2), here.only({2}));
    CHECK(numbers(here.start(tasks(6))) == Numbers{2});
    here.start(tasks(4), here.only({1}));
    CHECK(numbers(here.start(tasks(1))) == Numbers{1});
}

TEST_CASE("it releases the resources of a job", "[slurm_select][unit]") {
    Playground here(small_site());
    auto const request = resolve_resources(here.site, whole(4), 0).value();
    auto const held = here.start(whole(4));
    CHECK(here.use.idle().empty());
    CHECK(here.use.share().empty());
    CHECK_FALSE(here.select(tasks(1)));
    CHECK(here.select(whole(4), here.all(), SelectMode::ever));
    here.use.remove(held, use_kind(request));
    CHECK(here.use.idle().count() == 4);
    CHECK(here.use.free_memory_mb(0) == 8000);
    CHECK(numbers(here.select(tasks(1))) == Numbers{1});
}

TEST_CASE("it takes a run with more CPUs before one that would suffice (spec 6.7.4, observed)",
          "[slurm_select][unit]") {
    Playground ground(small_site());
    ground.leave_free({2, 4, 0, 8});
    auto job = tasks(6);
    job.min_nodes = job.max_nodes = 2;
    CHECK(numbers(ground.select(job)) == std::vector<std::int32_t>{1, 4});
}

}  // namespace clustersim::slurm
