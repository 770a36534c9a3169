// SPDX-License-Identifier: Apache-2.0
#include "sim/study/calibrate_collectives.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

using namespace clustersim;

namespace {

std::filesystem::path const collectives =
    std::filesystem::path(PROJECT_DIR) / "workloads/measurements/collectives";

}  // namespace

TEST_CASE("measured collectives are fitted once for each hardware", "[study][unit]") {
    CollectivesQuestion q;
    q.file = collectives / "nccl_rccl.csv";
    auto const by_hardware = calibrate_collectives(q, shipped_library());
    q.by = GroupBy::link_class;
    auto const by_class = calibrate_collectives(q, shipped_library());
    REQUIRE((by_hardware.answer && by_class.answer));
    CHECK(by_class.answer->size() < by_hardware.answer->size());
}

TEST_CASE("rows that are taken for one class make one group", "[study][unit]") {
    CollectivesQuestion q;
    q.file = collectives / "nccl_allreduce_mn5_2x4_h100.csv";
    q.system = "marenostrum5";
    q.nodes = 2;
    auto const found = calibrate_collectives(q, shipped_library());
    REQUIRE(found.answer);
    REQUIRE(found.answer->size() == 1);
    CHECK(found.answer->front().link_class.find("marenostrum5") == 0);
}

TEST_CASE("rows that contradict others are left out with their line", "[study][unit]") {
    CollectivesQuestion q;
    q.file = collectives / "carried.csv";
    auto const found = calibrate_collectives(q, shipped_library());
    REQUIRE(found.answer);
    // 373 us for 1 KiB, 53 us for 2 KiB: lines of the table over sockets; 3,174 us for 64 KiB over EFA.
    int left_out = 0;
    for (Diagnostic const& d : found.problems.items())
        left_out += d.code == Code::inconsistent && d.where.line > 0 ? 1 : 0;
    CHECK(left_out == 3);
}
