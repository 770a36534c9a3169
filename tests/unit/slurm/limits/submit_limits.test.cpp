// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/limits/limit_check.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/slurm/limits/limited_site.hpp"

using namespace clustersim;
using namespace clustersim::slurm;
using namespace clustersim::slurm::test;

namespace {

struct Submission {
    Job job{LimitedSite::groups_of_alice(), 5, {0}};
    std::int64_t tasks = 1;
    bool no_time_limit = false;
    std::optional<std::int64_t> partition_minutes;

    [[nodiscard]] SubmitDecision decide(LimitedSite const& limited,
                                        std::int64_t submitted = 0) const {
        Checked now(limited);
        now.counts.add_submit(job.groups, submitted);
        return submit_check(now.state(), {job.view(), tasks, no_time_limit, partition_minutes});
    }
    [[nodiscard]] std::string reason(LimitedSite const& limited, std::int64_t submitted = 0) const {
        return text_of(decide(limited, submitted).reason);
    }
};

}  // namespace

TEST_CASE("a size beyond GrpTRES is rejected only with DenyOnLimit (TV-49)",
          "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.qos().group.tres.set(tres::cpu, 4);
    Submission const five;
    CHECK(five.reason(limited) == "None");
    limited.qos().flags.deny_on_limit = true;
    CHECK(five.reason(limited) == "QOSGrpCpuLimit");
    Submission four;
    four.job.tres[tres::cpu] = 4;
    CHECK(four.reason(limited) == "None");
}

TEST_CASE("a second job beyond MaxSubmitJobsPU is always rejected (TV-49)",
          "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.qos().max_submit_per_user = 1;
    Submission const job;
    CHECK(job.reason(limited, 0) == "None");
    CHECK(job.reason(limited, 1) == "QOSMaxSubmitJobPerUserLimit");
}

TEST_CASE("every task of an array counts as a job (spec 1.9.4)", "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.association(LimitedSite::root).group.submit_jobs = 10;
    Submission array;
    array.tasks = 6;
    CHECK(array.reason(limited, 4) == "None");
    CHECK(array.reason(limited, 5) == "AssocGrpSubmitJobsLimit");
}

TEST_CASE("submit counts of QOS and associations have their own reasons", "[slurm_limits][unit]") {
    LimitedSite limited;
    Submission const job;
    limited.association(LimitedSite::physics).max_submit_jobs = 1;
    CHECK(job.reason(limited, 1) == "AssocMaxSubmitJobLimit");
    limited.qos().max_submit_per_account = 1;
    CHECK(job.reason(limited, 1) == "MaxSubmitJobsPerAccount");
    limited.qos().group.submit_jobs = 1;
    CHECK(job.reason(limited, 1) == "QOSGrpSubmitJobsLimit");
}

TEST_CASE("a job without any QOS is checked strictly (spec 8.4)", "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.association(LimitedSite::alice).job.tres.set(tres::cpu, 4);
    Submission job;
    CHECK(job.reason(limited) == "None");
    job.job.groups.qos = -1;
    CHECK(job.reason(limited) == "AssocMaxCpuPerJobLimit");
}

TEST_CASE("strict submission checks test the families in Slurm's order (spec 8.4)",
          "[slurm_limits][unit]") {
    LimitedSite limited;
    Qos& qos = limited.qos();
    qos.flags.deny_on_limit = true;
    Submission const job;  // 5 CPUs for 60 minutes
    qos.min_tres_per_job.set(tres::cpu, 6);
    CHECK(job.reason(limited) == "QOSMinCpuNotSatisfied");
    qos.job.tres_per_node.set(tres::cpu, 4);
    CHECK(job.reason(limited) == "QOSMaxCpuPerNode");
    qos.job.tres.set(tres::cpu, 4);
    CHECK(job.reason(limited) == "QOSMaxCpuPerJobLimit");
    qos.group.wall_minutes = 59;
    CHECK(job.reason(limited) == "QOSGrpWallLimit");
    qos.job.wall_minutes = 59;
    CHECK(job.reason(limited) == "QOSMaxWallDurationPerJobLimit");
    qos.group.tres_run_mins.set(tres::cpu, 299);
    CHECK(job.reason(limited) == "QOSGrpCPURunMinutesLimit");
    qos.group.tres_mins.set(tres::cpu, 299);
    CHECK(job.reason(limited) == "QOSGrpCPUMinutesLimit");
    qos.job.tres_mins.set(tres::cpu, 299);
    CHECK(job.reason(limited) == "QOSMaxCpuMinutesPerJobLimit");
    qos.group.tres.set(tres::cpu, 4);
    CHECK(job.reason(limited) == "QOSGrpCpuLimit");
    qos.max_tres_per_user.set(tres::cpu, 4);
    CHECK(job.reason(limited) == "QOSMaxCpuPerUserLimit");
    qos.max_tres_per_account.set(tres::cpu, 4);
    CHECK(job.reason(limited) == "MaxCpuPerAccount");
}

TEST_CASE("DenyOnLimit of the partition QOS also makes the check strict", "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.qos().job.wall_minutes = 30;
    Submission job;
    job.job.groups.partition_qos = LimitedSite::part;
    CHECK(job.reason(limited) == "None");
    limited.part_qos().flags.deny_on_limit = true;
    CHECK(job.reason(limited) == "QOSMaxWallDurationPerJobLimit");
}

TEST_CASE("a job without a time limit gets the shortest one that limits allow",
          "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.qos().flags.deny_on_limit = true;
    Submission job;
    job.no_time_limit = true;
    job.job.minutes.reset();
    CHECK_FALSE(job.decide(limited).minutes);
    limited.qos().job.wall_minutes = 50;
    CHECK(job.decide(limited).minutes == 50);
    limited.association(LimitedSite::physics).group.wall_minutes = 40;
    CHECK(job.decide(limited).minutes == 40);
    limited.qos().group.tres_mins.set(tres::cpu, 100);
    CHECK(job.decide(limited).minutes == 20);
    limited.qos().flags.deny_on_limit = false;
    CHECK(job.decide(limited).minutes == 40);
    job.partition_minutes = 10;
    CHECK(job.decide(limited).minutes == 10);
    CHECK(job.decide(limited).reason == Reason::none);
}
