// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/limits/limit_check.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/slurm/limits/limited_site.hpp"

using namespace clustersim;
using namespace clustersim::slurm;
using namespace clustersim::slurm::test;

TEST_CASE("a running job ends when its group has reached a usage limit (spec 8.6)",
          "[slurm_limits][unit]") {
    LimitedSite limited;
    Job const job(LimitedSite::groups_of_alice(), 10, {0});
    auto const after = [&](std::int64_t charged, std::int64_t elapsed) {
        Checked now(limited);
        now.charge(job, charged);
        return text_of(time_out(now.state(), job.view(), Seconds{elapsed}));
    };
    CHECK(after(1'000'000, 1'000'000) == "None");
    SECTION("TRES-minutes of an account") {
        limited.association(LimitedSite::physics).group.tres_mins.set(tres::cpu, 100);
        CHECK(after(599, 0) == "None");
        CHECK(after(600, 0) == "AssocGrpCPUMinutesLimit");
    }
    SECTION("wall time of a QOS") {
        limited.qos().group.wall_minutes = 30;
        CHECK(after(1799, 0) == "None");
        CHECK(after(1800, 0) == "QOSGrpWallLimit");
    }
    SECTION("its own TRES-minutes") {
        limited.qos().job.tres_mins.set(tres::cpu, 100);
        CHECK(after(0, 599) == "None");
        CHECK(after(0, 600) == "QOSMaxCpuMinutesPerJobLimit");
    }
    SECTION("the QOS overrides the association") {
        limited.association(LimitedSite::alice).job.tres_mins.set(tres::cpu, 100);
        CHECK(after(0, 600) == "AssocMaxCpuMinutesPerJobLimit");
        limited.qos().job.tres_mins.set(tres::cpu, 200);
        CHECK(after(0, 600) == "None");
    }
    SECTION("a limit on a TRES that the job does not have does not apply") {
        limited.qos().group.tres_mins.set(LimitedSite::gpu, 0);
        CHECK(after(600, 0) == "None");
    }
}

TEST_CASE("the tightest limit determines how many more jobs gain age (spec 8.5)",
          "[slurm_limits][unit]") {
    LimitedSite limited;
    auto const groups = LimitedSite::groups_of_alice();
    auto const slots = [&](std::int64_t accruing) {
        Checked now(limited);
        now.counts.add_accrue(groups, accruing);
        return accrue_slots(now.state(), groups);
    };
    CHECK_FALSE(slots(3));
    limited.association(LimitedSite::root).group.jobs_accrue = 10;
    CHECK(slots(3) == 7);
    CHECK(slots(12) == 0);
    limited.association(LimitedSite::physics).max_jobs_accrue = 5;
    CHECK(slots(3) == 2);
    limited.qos().max_accrue_per_user = 6;
    CHECK(slots(3) == 3);
    limited.qos().group.jobs_accrue = 20;
    CHECK(slots(3) == 3);
    limited.qos().max_accrue_per_account = 4;
    CHECK(slots(3) == 1);
}
