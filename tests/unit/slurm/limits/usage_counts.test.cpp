// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/limits/usage_counts.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/slurm/limits/limited_site.hpp"

using namespace clustersim;
using namespace clustersim::slurm;
using namespace clustersim::slurm::test;

TEST_CASE("ended jobs leave nothing in any count", "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.qos().group.tres.set(tres::node, 4);
    limited.qos().max_tres_per_user.set(tres::node, 4);
    limited.qos().max_tres_per_account.set(tres::cpu, 4);
    limited.association(LimitedSite::root).group.tres.set(tres::cpu, 4);
    LimitPlan const plan(limited.site);
    UsageCounts counts(plan);
    Job const a(LimitedSite::groups_of_alice(), 3, {1, 2});
    Job const b(LimitedSite::groups_of_alice(), 5, {2, 3});
    for (Job const* job : {&a, &b}) {
        counts.add_submit(job->groups);
        counts.start(job->hold(), Seconds{600});
    }
    CHECK(counts.qos(LimitedSite::normal).jobs == 2);
    CHECK(counts.qos(LimitedSite::normal).tres_at(tres::node) == 3);
    CHECK(counts.user_of_qos(LimitedSite::normal, 0).tres_at(tres::node) == 3);
    CHECK(counts.account_of_qos(LimitedSite::normal, LimitedSite::physics).tres_at(tres::cpu) == 8);
    CHECK(counts.association(LimitedSite::root).tres_at(tres::cpu) == 8);
    CHECK(counts.association(LimitedSite::chemistry).jobs == 0);
    CHECK(counts.association(LimitedSite::root).run_minutes(tres::cpu) == 80);
    counts.run_down(a.hold(), Seconds{300});
    CHECK(counts.association(LimitedSite::root).run_minutes(tres::cpu) == 65);
    counts.end(a.hold(), Seconds{300});
    CHECK(counts.qos(LimitedSite::normal).nodes.contains(2));
    CHECK_FALSE(counts.qos(LimitedSite::normal).nodes.contains(1));
    counts.end(b.hold(), Seconds{600});
    for (Job const* job : {&a, &b}) counts.remove_submit(job->groups);
    for (GroupUse const* use : {&counts.qos(LimitedSite::normal),
                                &counts.user_of_qos(LimitedSite::normal, 0),
                                &counts.association(LimitedSite::alice),
                                &counts.association(LimitedSite::root)}) {
        CHECK(use->jobs == 0);
        CHECK(use->submitted == 0);
        CHECK(use->tres_at(tres::cpu) == 0);
        CHECK(use->tres_at(tres::node) == 0);
        CHECK(use->run_minutes(tres::cpu) == 0);
        CHECK(use->nodes.empty());
    }
}

TEST_CASE("running jobs count by the UsageFactor of their QOS, with or without UsageFactorSafe",
          "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.qos().usage_factor = 0.5;
    limited.association(LimitedSite::root).group.tres.set(tres::cpu, 4);
    LimitPlan const plan(limited.site);
    UsageCounts counts(plan);
    Job const a(LimitedSite::groups_of_alice(), 4, {1});
    counts.start(a.hold(), Seconds{600});
    CHECK(counts.association(LimitedSite::root).run_minutes(tres::cpu) == 20);
    counts.end(a.hold(), Seconds{600});
    CHECK(counts.association(LimitedSite::root).run_minutes(tres::cpu) == 0);
}

TEST_CASE("it tracks the nodes in use if a limit counts nodes (spec 6.2.2)",
          "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.association(LimitedSite::root).group.tres.set(tres::cpu, 400);
    LimitPlan const no_nodes(limited.site);
    UsageCounts uncounted(no_nodes);
    Job const a(LimitedSite::groups_of_alice(), 3, {1, 2});
    uncounted.start(a.hold(), Seconds{600});
    CHECK(uncounted.preferred_nodes(a.groups).empty());

    limited.qos().max_tres_per_user.set(tres::node, 4);
    LimitPlan const plan(limited.site);
    UsageCounts counts(plan);
    counts.start(a.hold(), Seconds{600});
    auto const in_use = counts.preferred_nodes(a.groups);
    CHECK(in_use.count() == 2);
    CHECK(in_use.contains(1));
    counts.end(a.hold(), Seconds{600});
    CHECK(counts.preferred_nodes(a.groups).empty());
}

TEST_CASE("counts are a value: copies are independent", "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.qos().group.jobs = 5;
    LimitPlan const plan(limited.site);
    UsageCounts counts(plan);
    UsageCounts const before = counts;
    Job const job(LimitedSite::groups_of_alice(), 2, {0});
    counts.start(job.hold(), Seconds{60});
    CHECK(before.qos(LimitedSite::normal).jobs == 0);
    CHECK(counts.qos(LimitedSite::normal).jobs == 1);
}

TEST_CASE("a job without association or QOS is not counted", "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.qos().group.jobs = 5;
    LimitPlan const plan(limited.site);
    UsageCounts counts(plan);
    Job const job(JobGroups{}, 2, {0});
    counts.start(job.hold(), Seconds{60});
    counts.end(job.hold(), Seconds{60});
    CHECK(counts.qos(LimitedSite::normal).jobs == 0);
    CHECK(Checked(limited).pre(job) == "None");
}

TEST_CASE(
    "it prefers the nodes of the first group that has a limit on nodes (spec 6.2.2, observed)",
    "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.part_qos().max_tres_per_user.set(tres::node, 4);
    limited.qos().max_tres_per_user.set(tres::node, 4);
    limited.association(LimitedSite::root).group.tres.set(tres::node, 6);
    auto groups = LimitedSite::groups_of_alice();
    groups.qos = -1;
    groups.partition_qos = LimitedSite::part;
    Job const in_part(groups, 3, {1, 2});
    Job const of_qos(LimitedSite::groups_of_alice(), 3, {3});
    groups.qos = LimitedSite::normal;
    auto const preferred = [&] {
        LimitPlan const plan(limited.site);
        UsageCounts counts(plan);
        counts.start(in_part.hold(), Seconds{600});
        counts.start(of_qos.hold(), Seconds{600});
        return counts.preferred_nodes(groups);
    };
    // Those of the user in the partition's QOS, and those of the account.
    CHECK(preferred().count() == 3);
    limited.association(LimitedSite::root).group.tres = {};
    CHECK(preferred() == NodeSet(8, std::vector<std::int32_t>{1, 2}));
    limited.qos().flags.over_part_qos = true;
    CHECK(preferred() == NodeSet(8, std::vector<std::int32_t>{3}));
    limited.qos().flags.over_part_qos = false;
    // A group of the job's QOS replaces the nodes of the partition's.
    limited.qos().group.tres.set(tres::node, 6);
    CHECK(preferred() == NodeSet(8, std::vector<std::int32_t>{3}));
}
