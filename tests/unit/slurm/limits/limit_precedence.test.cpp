// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/limits/limit_check.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/slurm/limits/limited_site.hpp"

using namespace clustersim;
using namespace clustersim::slurm;
using namespace clustersim::slurm::test;

TEST_CASE("the first violated TRES in index order names the reason", "[slurm_limits][unit]") {
    LimitedSite limited;
    Job job = alice(4);
    job.tres[tres::mem] = 4;
    job.tres[tres::billing] = 4;
    job.tres[tres::energy] = 4;
    for (auto const i : {LimitedSite::gpu, LimitedSite::matlab, LimitedSite::bb}) job.tres[i] = 4;
    std::vector<std::pair<std::size_t, char const*>> const order = {
        {LimitedSite::bb, "QOSMaxBBPerJob"},
        {LimitedSite::matlab, "QOSMaxLicensePerJob"},
        {LimitedSite::gpu, "QOSMaxGRESPerJob"},
        {tres::billing, "QOSMaxBillingPerJob"},
        {tres::energy, "QOSMaxEnergyPerJob"},
        {tres::mem, "QOSMaxMemoryPerJob"},
        {tres::cpu, "QOSMaxCpuPerJobLimit"},
    };
    for (auto const& [position, text] : order) {
        limited.qos().job.tres.set(position, 3);
        CHECK(Checked(limited).post(job) == text);
    }
}

TEST_CASE("sizes are checked family by family in Slurm's order (spec 8.3)",
          "[slurm_limits][unit]") {
    LimitedSite limited;
    Qos& qos = limited.qos();
    Job job = alice(10, {0, 1});
    auto const expect = [&](char const* text) {
        Checked now(limited);
        Job running = alice(1);
        now.charge(running, 3600);
        CHECK(now.post(job) == text);
    };
    // From the last family to the first: each added limit comes before the existing ones.
    qos.max_tres_per_user.set(tres::cpu, 9);
    expect("QOSMaxCpuPerUserLimit");
    qos.max_tres_per_account.set(tres::cpu, 9);
    expect("MaxCpuPerAccount");
    qos.min_tres_per_job.set(tres::cpu, 11);
    expect("QOSMinCpuNotSatisfied");
    qos.job.tres_per_node.set(tres::cpu, 4);
    expect("QOSMaxCpuPerNode");
    qos.job.tres.set(tres::cpu, 9);
    expect("QOSMaxCpuPerJobLimit");
    qos.job.tres_mins.set(tres::cpu, 599);
    expect("QOSMaxCpuMinutesPerJobLimit");
    qos.group.tres_run_mins.set(tres::cpu, 599);
    expect("QOSGrpCPURunMinutesLimit");
    qos.group.tres.set(tres::cpu, 9);
    expect("QOSGrpCpuLimit");
    qos.group.tres_mins.set(tres::cpu, 60);
    expect("QOSGrpCPUMinutesLimit");
}

TEST_CASE("associations are checked after the QOS, the leaf before its parents",
          "[slurm_limits][unit]") {
    LimitedSite limited;
    Job const job = alice(10);
    limited.association(LimitedSite::root).group.tres.set(tres::node, 0);
    CHECK(Checked(limited).post(job) == "AssocGrpNodeLimit");
    limited.association(LimitedSite::physics).group.tres.set(tres::cpu, 9);
    CHECK(Checked(limited).post(job) == "AssocGrpCpuLimit");
    limited.association(LimitedSite::alice).job.tres_per_node.set(tres::cpu, 9);
    CHECK(Checked(limited).post(job) == "AssocMaxCpuPerNode");
    limited.association(LimitedSite::alice).job.tres.set(tres::cpu, 9);
    CHECK(Checked(limited).post(job) == "AssocMaxCpuPerJobLimit");
    limited.association(LimitedSite::alice).job.tres_mins.set(tres::cpu, 9);
    CHECK(Checked(limited).post(job) == "AssocMaxCpuMinutesPerJobLimit");
    limited.association(LimitedSite::alice).group.tres_run_mins.set(tres::cpu, 9);
    CHECK(Checked(limited).post(job) == "AssocGrpCPURunMinutesLimit");
    limited.qos().max_tres_per_user.set(tres::cpu, 9);
    CHECK(Checked(limited).post(job) == "QOSMaxCpuPerUserLimit");
}

TEST_CASE("an association's limit applies only if no QOS limits the same TRES (spec 8.2)",
          "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.association(LimitedSite::physics).group.tres.set(tres::cpu, 4);
    limited.association(LimitedSite::physics).group.tres.set(tres::mem, 4);
    limited.qos().group.tres.set(tres::cpu, 100);
    Job job = alice(10);
    CHECK(Checked(limited).post(job) == "None");
    job.tres[tres::mem] = 5;
    CHECK(Checked(limited).post(job) == "AssocGrpMemLimit");
}

TEST_CASE("the partition QOS comes first, unless the job's has OverPartQOS (spec 8.2)",
          "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.part_qos().job.tres.set(tres::cpu, 20);
    limited.qos().job.tres.set(tres::cpu, 4);
    limited.qos().job.tres.set(tres::mem, 4);
    Job job = alice(10);
    job.groups.partition_qos = LimitedSite::part;
    CHECK(Checked(limited).post(job) == "None");
    job.tres[tres::mem] = 5;
    CHECK(Checked(limited).post(job) == "QOSMaxMemoryPerJob");
    limited.qos().flags.over_part_qos = true;
    CHECK(Checked(limited).post(job) == "QOSMaxCpuPerJobLimit");
}

TEST_CASE("usage is counted in both QOS", "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.part_qos().group.tres.set(tres::cpu, 8);
    limited.qos().group.tres.set(tres::mem, 8);
    Checked now(limited);
    Job job = alice(5);
    job.tres[tres::mem] = 5;
    job.groups.partition_qos = LimitedSite::part;
    now.start(job);
    CHECK(now.post(job) == "QOSGrpCpuLimit");
    job.tres[tres::cpu] = 1;
    CHECK(now.post(job) == "QOSGrpMemLimit");
}

TEST_CASE("LimitFactor scales the sizes of associations (spec 8.3)", "[slurm_limits][unit]") {
    LimitedSite limited;
    limited.association(LimitedSite::physics).group.tres.set(tres::cpu, 10);
    limited.association(LimitedSite::alice).job.tres.set(tres::cpu, 8);
    CHECK(Checked(limited).post(alice(9)) == "AssocMaxCpuPerJobLimit");
    limited.qos().limit_factor = 2.0;
    CHECK(Checked(limited).post(alice(16)) == "None");
    CHECK(Checked(limited).post(alice(17)) == "AssocMaxCpuPerJobLimit");
    CHECK(Checked(limited).post(alice(21)) == "AssocMaxCpuPerJobLimit");
}
