// SPDX-License-Identifier: Apache-2.0
#include "sim/core/quantity.hpp"

#include "tests/support/catch.hpp"

#include <type_traits>

using namespace clustersim;
using namespace clustersim::literals;

TEST_CASE("dimensions multiply and cancel", "[core][unit]") {
    Duration const time = 64.0_GB / 25.0_GBps;
    CHECK(time.si() == Approx(2.56));
    Flop const work = 312.0_TFLOPs * 2.0_s;
    CHECK(work.si() == Approx(6.24e14));
    Joules const energy = watts(400) * hours(1);
    CHECK(energy.si() == Approx(1.44e6));
    STATIC_REQUIRE(std::is_same_v<decltype(1.0_GB / 1.0_GB), double>);
    STATIC_REQUIRE(std::is_same_v<decltype(1.0 / 1.0_s), Frequency>);
    CHECK(2.0_GiB / 1.0_GiB == 2.0);
}

TEST_CASE("sums, scaling and order work as for numbers", "[core][unit]") {
    CHECK((1.5_s + 0.5_s).si() == 2.0);
    CHECK((1.5_s - 0.5_s).si() == 1.0);
    CHECK((-(1.5_s)).si() == -1.5);
    CHECK((3.0 * 1.5_s) == 4.5_s);
    CHECK((3.0_s / 2.0) == 1.5_s);
    CHECK(1.0_s < 2.0_s);
    Duration d = 1.0_s;
    d += 2.0_s;
    d -= 0.5_s;
    d *= 2.0;
    CHECK(d == 5.0_s);
}

TEST_CASE("decimal and binary prefixes differ", "[core][unit]") {
    CHECK((1.0_GB).si() == 1e9);
    CHECK((1.0_GiB).si() == 1073741824.0);
    CHECK((7_B).si() == 7.0);
    CHECK((1.0_us).si() == 1e-6);
}

TEST_CASE("counts of an allocation add up only within their kind", "[core][unit]") {
    CHECK((GpuHours{2.0} + GpuHours{3.0} * 2.0).value == 8.0);
    CHECK(NodeHours{1.0} < NodeHours{2.0});
    STATIC_REQUIRE_FALSE(std::is_convertible_v<NodeHours, GpuHours>);
    STATIC_REQUIRE_FALSE(std::is_convertible_v<double, Duration>);
    STATIC_REQUIRE_FALSE(std::is_convertible_v<Duration, double>);
    STATIC_REQUIRE_FALSE(std::is_convertible_v<Bytes, Duration>);
}
