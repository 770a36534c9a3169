// SPDX-License-Identifier: Apache-2.0
#include "models/collective/nccl_tests.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/collective/simple_node.hpp"

using namespace clustersim;
using namespace clustersim::literals;

TEST_CASE("it computes sizes, elements and bandwidths as nccl-tests does", "[collective][unit]") {
    NcclTest test;
    test.collective = Collective::all_gather;
    test.group = {8, 4, 1};
    test.network = simple_network();
    auto const rows = run_nccl_test(test, {bytes(1024), bytes(4096), 2.0});
    REQUIRE(rows.size() == 3);
    CHECK(rows[0].count == 32);  // of one rank
    CHECK(rows[2].size == bytes(4096));
    CHECK(rows[2].bus_bandwidth / rows[2].algorithm_bandwidth == Approx(0.875));
}

TEST_CASE("it adds measured times to their sizes, and rows for sizes that the sweep lacks",
          "[collective][unit]") {
    NcclTest test;
    test.group = {8, 4, 1};
    test.network = simple_network();
    auto rows = run_nccl_test(test, {bytes(1024), bytes(4096), 2.0});
    MeasuredCollective row;
    row.size = bytes(2048);
    row.time = 2.0 * rows[1].choice.time;
    MeasuredCollective between = row;
    between.size = bytes(3000);
    add_measured(rows, test, std::vector{row, between});
    REQUIRE(rows.size() == 4);
    CHECK(rows[1].error() == Approx(-0.5));
    CHECK(rows[2].size == bytes(3000));
    CHECK_FALSE(rows[3].measured.has_value());
}
