// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/limits/limit_check.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/slurm/limits/limited_site.hpp"

using namespace clustersim;
using namespace clustersim::slurm;
using namespace clustersim::slurm::test;

TEST_CASE("a site without limits lets every job start and has no checks", "[slurm_limits][unit]") {
    LimitedSite limited;
    Checked const now(limited);
    CHECK_FALSE(now.plan.stages(LimitedSite::groups_of_alice()).any());
    CHECK(now.pre(alice(1000)) == "None");
    CHECK(now.post(alice(1000)) == "None");
}

TEST_CASE("limits that are not enforced are not checked (spec 8.1)", "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.qos().group.jobs = 0;
    limited.qos().group.tres.set(tres::cpu, 1);
    limited.site.settings.enforce.limits = false;
    Checked const now(limited);
    CHECK(now.pre(alice(8)) == "None");
    CHECK(now.post(alice(8)) == "None");
}

TEST_CASE("job limits of a QOS are compared with its running jobs (spec 8.3)",
          "[slurm_limits][unit]") {
    LimitedSite limited;
    SECTION("of all") {
        limited.qos().group.jobs = 1;
        Checked now(limited);
        CHECK(now.pre(carl(1)) == "None");
        now.start(alice(1));
        CHECK(now.pre(carl(1)) == "QOSGrpJobsLimit");
    }
    SECTION("of an account") {
        limited.qos().max_jobs_per_account = 1;
        Checked now(limited);
        now.start(alice(1));
        CHECK(now.pre(carl(1)) == "None");
        CHECK(now.pre(alice(1)) == "MaxJobsPerAccount");
    }
    SECTION("of a user") {
        limited.qos().max_jobs_per_user = 2;
        Checked now(limited);
        now.start(alice(1));
        CHECK(now.pre(alice(1)) == "None");
        now.start(alice(1));
        CHECK(now.pre(alice(1)) == "QOSMaxJobsPerUserLimit");
        CHECK(now.pre(carl(1)) == "None");
    }
}

TEST_CASE("a pending job does not count as running", "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.qos().group.jobs = 1;
    Checked now(limited);
    now.counts.add_submit(LimitedSite::groups_of_alice(), 5);
    CHECK(now.pre(alice(1)) == "None");
}

TEST_CASE("time limits of a QOS and of an association keep a job pending", "[slurm_limits][unit]") {
    LimitedSite limited;
    Job job = alice(1);
    SECTION("QOS") {
        limited.qos().job.wall_minutes = 60;
        Checked const now(limited);
        CHECK(now.pre(job) == "None");
        job.minutes = 61;
        CHECK(now.pre(job) == "QOSMaxWallDurationPerJobLimit");
        job.minutes.reset();
        CHECK(now.pre(job) == "QOSMaxWallDurationPerJobLimit");
    }
    SECTION("inherited from the account") {
        limited.association(LimitedSite::physics).job.wall_minutes = 60;
        Checked const now(limited);
        CHECK(now.pre(job) == "None");
        job.minutes = 61;
        CHECK(now.pre(job) == "AssocMaxWallDurationPerJobLimit");
        Job other = carl(1);
        other.minutes = 61;
        CHECK(now.pre(other) == "None");
    }
    SECTION("overridden by a looser limit of the QOS") {
        limited.association(LimitedSite::physics).job.wall_minutes = 60;
        limited.qos().job.wall_minutes = 120;
        Checked const now(limited);
        job.minutes = 100;
        CHECK(now.pre(job) == "None");
    }
}

TEST_CASE("job limits of associations apply on every level of the tree", "[slurm_limits][unit]") {
    LimitedSite limited;
    SECTION("the root's") {
        limited.association(LimitedSite::root).group.jobs = 1;
        Checked now(limited);
        now.start(alice(1));
        CHECK(now.pre(carl(1)) == "AssocGrpJobsLimit");
    }
    SECTION("MaxJobs of an account is the limit of each of its users, not of the account") {
        limited.association(LimitedSite::root).max_jobs = 1;
        Checked now(limited);
        CHECK(now.pre(carl(1)) == "None");
        now.start(alice(1));
        CHECK(now.pre(alice(1)) == "AssocMaxJobsLimit");
        CHECK(now.pre(carl(1)) == "None");
    }
    SECTION("MaxJobs is overridden by a per-user or per-account limit of the QOS") {
        limited.association(LimitedSite::root).max_jobs = 1;
        limited.qos().max_jobs_per_account = 5;
        Checked now(limited);
        now.start(alice(1));
        CHECK(now.pre(alice(1)) == "None");
    }
}

TEST_CASE("GrpTRES compares with the sum of running and requested TRES (spec 8.3)",
          "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.qos().group.tres.set(tres::cpu, 8);
    Checked now(limited);
    CHECK(now.post(alice(9)) == "QOSGrpCpuLimit");
    CHECK(now.post(alice(8)) == "None");
    now.start(alice(5));
    CHECK(now.post(carl(3)) == "None");
    CHECK(now.post(carl(4)) == "QOSGrpCpuLimit");
}

TEST_CASE("a node that a group already uses does not count again", "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.qos().group.tres.set(tres::node, 2);
    limited.qos().max_tres_per_user.set(tres::node, 1);
    Checked now(limited);
    now.start(alice(1, {3}));
    CHECK(now.post(alice(1, {3})) == "None");
    CHECK(now.post(alice(1, {4})) == "QOSMaxNodePerUserLimit");
    CHECK(now.post(carl(1, {4})) == "None");
    now.start(carl(1, {4}));
    Job const third{
        {LimitedSite::carl, LimitedSite::normal, -1, 2, LimitedSite::chemistry}, 1, {5}};
    CHECK(now.post(third) == "QOSGrpNodeLimit");
    Job wide = third;
    wide.nodes = NodeSet(8, std::vector<std::int32_t>{3});
    CHECK(now.post(wide) == "None");
}

TEST_CASE("before a selection every node counts", "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.qos().max_tres_per_user.set(tres::node, 1);
    Checked now(limited);
    Job const job = alice(1, {3});
    now.start(job);
    JobLimitsView view = job.view();
    view.nodes = nullptr;
    CHECK(text_of(post_select(now.state(), view)) == "QOSMaxNodePerUserLimit");
}

TEST_CASE("the per-user and per-account sizes of a QOS are separate", "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.qos().max_tres_per_user.set(LimitedSite::gpu, 4);
    limited.qos().max_tres_per_account.set(tres::mem, 1000);
    Checked now(limited);
    Job job = alice(1);
    job.tres[LimitedSite::gpu] = 4;
    job.tres[tres::mem] = 600;
    CHECK(now.post(job) == "None");
    now.start(job);
    CHECK(now.post(job) == "MaxMemoryPerAccount");
    job.tres[tres::mem] = 100;
    CHECK(now.post(job) == "QOSMaxGRESPerUser");
    job.groups.user = 7;
    CHECK(now.post(job) == "None");
}

TEST_CASE("TRES-minutes stop jobs when they are used up; with safe, when they could be",
          "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.qos().group.tres_mins.set(tres::cpu, 1000);
    Job const job = alice(10);  // 600 CPU-minutes
    SECTION("not safe: until nothing is left") {
        Checked now(limited);
        now.charge(job, 5994);
        CHECK(now.post(job) == "None");
        now.charge(job, 6);
        CHECK(now.post(job) == "QOSGrpCPUMinutesLimit");
        Job no_cpus = job;
        no_cpus.tres[tres::cpu] = 0;
        CHECK(now.post(no_cpus) == "None");
    }
    SECTION("safe: running jobs count with their time limit") {
        limited.site.settings.enforce.safe = true;
        Checked now(limited);
        CHECK(now.post(job) == "None");
        now.start(alice(5));
        CHECK(now.post(alice(12)) == "QOSGrpCPUMinutesLimit");
        CHECK(now.post(job) == "None");
        now.start(alice(2));
        CHECK(now.post(job) == "QOSGrpCPUMinutesLimit");
    }
    SECTION("a job QOS with UsageFactor 0 has no usage") {
        limited.qos().usage_factor = 0.0;
        Checked now(limited);
        now.charge(job, 1'000'000);
        CHECK(now.post(job) == "None");
    }
    SECTION("UsageFactorSafe multiplies the time by the factor") {
        limited.site.settings.enforce.safe = true;
        limited.qos().usage_factor = 2.0;
        limited.qos().flags.usage_factor_safe = true;
        Checked now(limited);
        CHECK(now.post(job) == "QOSGrpCPUMinutesLimit");
        CHECK(now.post(alice(8)) == "None");
        now.start(alice(1));
        CHECK(now.post(alice(8)) == "QOSGrpCPUMinutesLimit");
    }
}

TEST_CASE("GrpWall stops jobs when it is used up; with safe, when it could be",
          "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.association(LimitedSite::physics).group.wall_minutes = 100;
    Job const job = alice(1);
    SECTION("not safe") {
        Checked now(limited);
        now.charge(job, 99 * 60 + 59);
        CHECK(now.pre(job) == "None");
        now.charge(job, 1);
        CHECK(now.pre(job) == "AssocGrpWallLimit");
        CHECK(now.pre(carl(1)) == "None");
    }
    SECTION("safe") {
        limited.site.settings.enforce.safe = true;
        Checked now(limited);
        now.charge(job, 40 * 60);
        CHECK(now.pre(job) == "None");
        now.charge(job, 60);
        CHECK(now.pre(job) == "AssocGrpWallLimit");
    }
    SECTION("of a QOS") {
        limited.qos().group.wall_minutes = 50;
        Checked now(limited);
        now.charge(job, 50 * 60);
        CHECK(now.pre(job) == "QOSGrpWallLimit");
    }
}

TEST_CASE("limits give the maximum number of nodes of a job (spec 6.1.3)", "[slurm_limits][unit]") {
    LimitedSite limited;
    auto const most = [&] {
        return max_nodes(LimitPlan(limited.site), LimitedSite::groups_of_alice());
    };
    CHECK_FALSE(most().nodes);
    limited.association(LimitedSite::root).group.tres.set(tres::node, 5);
    CHECK(most().nodes == 5);
    CHECK(most().reason == Reason::assoc_grp_node);
    limited.qos().job.tres.set(tres::node, 6);
    CHECK(most().nodes == 5);
    limited.qos().max_tres_per_user.set(tres::node, 3);
    CHECK(most().nodes == 3);
    CHECK(most().reason == Reason::qos_user_node);
    limited.qos().group.tres.set(tres::node, 7);
    limited.qos().max_tres_per_user.set(tres::node, 9);
    CHECK(most().nodes == 6);
    CHECK(most().reason == Reason::qos_job_node);
}
