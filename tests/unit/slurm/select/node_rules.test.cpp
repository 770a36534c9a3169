// SPDX-License-Identifier: Apache-2.0
#include "tests/support/catch.hpp"
#include "tests/unit/slurm/select/small_site.hpp"

namespace clustersim::slurm {

namespace {

using Numbers = std::vector<std::int32_t>;

}  // namespace

TEST_CASE("it lets sharing jobs use the same cores, row after row (spec 6.4)",
          "[slurm_select][unit]") {
    auto site = small_site(2);
    site.partitions[0].oversubscribe = OverSubscribe::force;
    site.partitions[0].max_share = 2;
    Playground here(site);
    CHECK(numbers(here.start(tasks(8))) == Numbers{1});
    CHECK(numbers(here.start(tasks(8))) == Numbers{2});
    CHECK(here.use.with_free_core().empty());
    CHECK(numbers(here.start(tasks(8))) == Numbers{1});
    CHECK(numbers(here.start(tasks(8))) == Numbers{2});
    CHECK_FALSE(here.select(tasks(1)));
    CHECK_FALSE(here.select(whole(1)));
}

TEST_CASE("it lets others share the cores of an exclusive job if sharing is forced (spec 6.4.1)",
          "[slurm_select][unit]") {
    auto site = small_site(2);
    site.partitions[0].oversubscribe = OverSubscribe::force;
    site.partitions[0].max_share = 2;
    Playground here(site);
    auto all = whole(1);
    all.mem_per_node_mb = 100;
    here.start(tasks(8), here.only({0}));
    CHECK(numbers(here.select(all, here.only({0}))) == Numbers{1});
    auto const found = here.start(all);
    CHECK(numbers(found) == Numbers{2});
    CHECK(cpus(found) == Numbers{8});
    // A core in use in both rows excludes a job that needs all of them.
    here.start(tasks(1), here.only({0}));
    CHECK_FALSE(here.select(all, here.only({0})));
}

TEST_CASE("it keeps sharing jobs off nodes of one-row jobs, and one-row jobs off nodes of other "
          "sharing partitions",
          "[slurm_select][unit]") {
    auto site = small_site(3);
    site.partitions.push_back(site.partitions[0]);
    site.partitions[0].oversubscribe = OverSubscribe::yes;
    site.partitions[0].max_share = 4;
    Playground here(site);
    auto sharing = tasks(2);
    sharing.oversubscribe = true;
    here.start(sharing, here.only({0}));
    here.start(tasks(2), here.only({1}));
    CHECK(numbers(here.select(tasks(2), here.only({0}))) == Numbers{1});
    CHECK(numbers(here.select(sharing, here.only({0, 1}))) == Numbers{1});
    here.partition = 1;
    CHECK(numbers(here.select(tasks(2))) == Numbers{3});
    CHECK_FALSE(here.select(tasks(2), here.only({0, 1})));
}

TEST_CASE("it counts memory per node and per CPU (spec 6.5.7, 6.12)", "[slurm_select][unit]") {
    Playground here(small_site(2));
    CHECK(here.start(tasks(1, 6000)).nodes[0].memory_mb == 6000);
    CHECK(numbers(here.select(tasks(1, 2000))) == Numbers{1});
    CHECK(numbers(here.select(tasks(1, 2001))) == Numbers{2});

    JobRequest all;
    all.ntasks = 1;
    auto const whole_memory = here.select(all);
    CHECK(numbers(whole_memory) == Numbers{2});
    CHECK(whole_memory->nodes[0].memory_mb == 8000);

    auto per_cpu = tasks(4);
    per_cpu.mem_per_node_mb.reset();
    per_cpu.mem_per_cpu_mb = 1000;
    auto const found = here.select(per_cpu);
    CHECK(numbers(found) == Numbers{2});
    CHECK(found->nodes[0].memory_mb == 4000);
    per_cpu.ntasks = 10;
    CHECK(cpus(*here.select(per_cpu)) == Numbers{2, 8});
}

TEST_CASE("it offers whole tasks when memory is counted per CPU (spec 6.5.7)",
          "[slurm_select][unit]") {
    auto request = tasks(5);
    request.cpus_per_task = 3;
    Playground per_node(small_site());
    CHECK(cpus(per_node.start(request)) == std::vector<std::int32_t>{8, 6});
    request.mem_per_node_mb.reset();
    request.mem_per_cpu_mb = 10;
    Playground per_cpu(small_site());
    CHECK(cpus(per_cpu.start(request)) == std::vector<std::int32_t>{6, 6, 3});
}

TEST_CASE("it does not count memory without CR_Memory", "[slurm_select][unit]") {
    auto site = small_site(1);
    site.settings.select.memory = false;
    Playground here(site);
    here.start(tasks(1, 6000));
    CHECK(here.select(tasks(1, 6000)));
    CHECK_FALSE(here.select(tasks(1, 9000)));
}

TEST_CASE("it keeps nodes for one user with --exclusive=user", "[slurm_select][unit]") {
    Playground here(small_site(2));
    auto own = tasks(1);
    own.exclusive = Exclusive::user;
    auto const request = resolve_resources(here.site, own, 0, 7).value();
    auto const held =
        select_nodes(here.site, here.scratch, {here.use, here.all()}, request, SelectMode::run_now);
    REQUIRE(numbers(held) == Numbers{1});
    here.use.add(*held, use_kind(request));
    auto const select_as = [&](std::int32_t user) {
        return numbers(select_nodes(here.site,
                                    here.scratch,
                                    {here.use, here.all()},
                                    resolve_resources(here.site, own, 0, user).value(),
                                    SelectMode::run_now));
    };
    CHECK(select_as(7) == Numbers{1});
    CHECK(select_as(8) == Numbers{2});
    CHECK(numbers(here.select(tasks(1))) == Numbers{2});
}

TEST_CASE("it limits the CPUs of a partition on a node (spec 6.5.3)", "[slurm_select][unit]") {
    auto site = small_site(2);
    site.partitions[0].max_cpus_per_node = 5;
    Playground here(site);
    here.start(tasks(3));
    CHECK(numbers(here.select(tasks(2))) == Numbers{1});
    CHECK(numbers(here.select(tasks(3))) == Numbers{2});
    CHECK_FALSE(here.select(whole(1)));
}

TEST_CASE("it does not allocate specialised cores", "[slurm_select][unit]") {
    auto site = small_site(1);
    site.records[0].core_spec_count = 2;
    Playground here(site);
    CHECK_FALSE(here.select(tasks(7)));
    CHECK(cores(here.select(tasks(6))->cores[0]) == Numbers{0, 1, 2, 4, 5, 6});
    auto job = tasks(4);
    job.core_spec = 1;
    CHECK(here.select(job)->cpus == 7);
}

TEST_CASE("it charges both threads of a core", "[slurm_select][unit]") {
    auto site = small_site(1);
    site.records[0].cpus = 16;
    site.records[0].threads_per_core = 2;
    Playground here(site);
    auto const three = here.select(tasks(3));
    CHECK(three->cpus == 4);
    CHECK(cores(three->cores[0]) == Numbers{0, 4});
    auto one_a_core = tasks(3);
    one_a_core.ntasks_per_core = 1;
    CHECK(here.select(one_a_core)->cpus == 6);
}

TEST_CASE("it spreads a job over its maximum number of nodes (spec 6.8)", "[slurm_select][unit]") {
    Playground here(small_site());
    auto job = tasks(6);
    job.min_nodes = 1;
    job.max_nodes = 3;
    CHECK(numbers(here.select(job)) == Numbers{1, 2, 3});
    job.spread = true;
    CHECK(numbers(here.select(job)) == Numbers{1, 2, 3});
    job.max_nodes.reset();
    job.min_nodes.reset();
    CHECK(numbers(here.select(job)) == Numbers{1, 2, 3, 4});
}

TEST_CASE("it prefers busy nodes in a will-run test with bf_busy_nodes", "[slurm_select][unit]") {
    auto site = small_site();
    site.settings.scheduler.backfill.busy_nodes = true;
    Playground here(site);
    here.leave_free({8, 8, 7, 8});
    CHECK(numbers(here.select(tasks(9), here.all(), SelectMode::will_run)) == Numbers{1, 3});
    CHECK(numbers(here.select(tasks(9))) == Numbers{1, 2});
}

TEST_CASE("it packs serial jobs at the end if the site requests it", "[slurm_select][unit]") {
    auto site = small_site();
    site.settings.scheduler.pack_serial_at_end = true;
    Playground here(site);
    auto job = tasks(1);
    job.min_nodes = job.max_nodes = 1;
    CHECK(numbers(here.select(job)) == Numbers{4});
}

TEST_CASE("it takes the required nodes of a job", "[slurm_select][unit]") {
    Playground here(small_site());
    auto job = whole(2);
    job.node_list = "n3";
    CHECK(numbers(here.select(job)) == Numbers{3, 4});
    CHECK_FALSE(here.select(job, here.only({0, 1, 3})));
    job.node_list = "n4";
    CHECK(numbers(here.select(job)) == Numbers{3, 4});
}

}  // namespace clustersim::slurm
