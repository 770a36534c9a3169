// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/tres_text.hpp"

#include "sim/slurm/request/memory_text.hpp"
#include "tests/support/catch.hpp"

using namespace clustersim::slurm;

TEST_CASE("limits on TRES are read as by sacctmgr", "[slurm_request][unit]") {
    TresTable table;
    auto const gpu = table.add("gres/gpu");
    TresLimits limits;
    REQUIRE(apply_tres_limits("cpu=4,mem=10G,gres/gpu=2", table, limits));
    CHECK(limits.at(tres::cpu) == 4);
    CHECK(limits.at(tres::mem) == 10240);
    CHECK(limits.at(gpu) == 2);
    CHECK_FALSE(limits.at(tres::node));
    REQUIRE(apply_tres_limits("CPU=-1,node=3", table, limits));
    TresLimits const before = limits;
    CHECK_FALSE(limits.at(tres::cpu));
    CHECK(limits.at(tres::node) == 3);
    CHECK(limits.at(gpu) == 2);
    REQUIRE(apply_tres_limits("", table, limits));
    CHECK(limits == before);
}

TEST_CASE("limits without a TRES or an amount change nothing", "[slurm_request][unit]") {
    TresTable const table;
    TresLimits limits;
    limits.set(tres::cpu, 7);
    auto const got = apply_tres_limits("cpu=4,gres/gpu=2,mem=x,node", table, limits);
    REQUIRE_FALSE(got);
    CHECK(got.error() == "the cluster has no TRES named in \"gres/gpu=2\"; "
                         "no amount in \"mem=x\"; no amount in \"node\"");
    CHECK(limits.at(tres::cpu) == 7);
    CHECK_FALSE(apply_tres_limits("cpu=1,", table, limits));
    CHECK_FALSE(apply_tres_limits("cpu=-2", table, limits));
}

TEST_CASE("sizes are read in megabytes", "[slurm_request][unit]") {
    CHECK(parse_megabytes("4000") == 4000);
    CHECK(parse_megabytes("500G") == 512000);
    CHECK(parse_megabytes("187000M") == 187000);
    CHECK(parse_megabytes("1t") == 1048576);
    CHECK(parse_megabytes("1500K") == 2);
    CHECK(parse_megabytes("2GB") == 2048);
    CHECK(parse_megabytes("0") == 0);
    for (char const* text : {"", "G", "-1", "1.5G", "4X", "1GiB", "99999999999999999999G"}) {
        INFO(text);
        CHECK_FALSE(parse_megabytes(text));
    }
}

TEST_CASE("sizes are printed in the largest unit that loses little precision (TV-58)",
          "[slurm_request][unit]") {
    CHECK(size_text(4000) == "4000M");
    CHECK(size_text(4096) == "4G");
    CHECK(size_text(1536) == "1.50G");
    CHECK(size_text(0) == "0");
    CHECK(size_text(1023) == "1023M");
    CHECK(size_text(1024) == "1G");
    CHECK(size_text(1048576) == "1T");
    CHECK(size_text(512000) == "500G");
}
