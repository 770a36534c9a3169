// SPDX-License-Identifier: Apache-2.0
#include "models/machine/power_limit.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/machine/machine_test.hpp"

using namespace clustersim;

TEST_CASE("products run at the clock that the power limit allows", "[machine][unit]") {
    // An eighth of the power above idle is half of the clock.
    CHECK(clock_under(watts(150), watts(500), watts(100)) == Approx(0.5));
    CHECK(clock_under(watts(500), watts(500), watts(100)) == 1.0);
    CHECK(clock_under(watts(900), watts(500), watts(100)) == 1.0);
    CHECK(clock_under(watts(50), watts(500), watts(100)) == 1.0);
    // From an H100 of 700 W to a GH200 of 900 W, 100 W of them for its CPU: measured are 828.6 TFLOP/s.
    CHECK(794.5 / clock_under(watts(700), watts(800), watts(75)) == Approx(828.6).epsilon(0.01));
}

TEST_CASE("a power limit changes products only, and only where it is known to matter",
          "[machine][unit]") {
    Accelerator device;
    device.idle = watts(100);
    device.achievable = {.matrix = 0.8, .matrix_fp8 = 0.6, .attention = 0.4};
    CHECK(under_power_limit(device, watts(150)).achievable.matrix == 0.8);
    device.achievable.power_limit = watts(500);
    Accelerator const limited = under_power_limit(device, watts(150));
    CHECK(limited.achievable.matrix == Approx(0.4));
    CHECK(limited.achievable.matrix_fp8 == Approx(0.3));
    CHECK(limited.achievable.attention == 0.4);
    CHECK(under_power_limit(limited, watts(150)).achievable.matrix == Approx(0.4));
}

TEST_CASE("a node's power limit is read, and one below idle is refused", "[machine][unit]") {
    auto const system = read_machine(with("count: 4}", "count: 4, power_limit: 300 W}"));
    REQUIRE(system);
    CHECK(system->node_types.at("gpu").gpu_power_limit->si() == 300.0);
    CHECK_FALSE(read_machine(small_machine)->node_types.at("gpu").gpu_power_limit);
    CHECK(only_problem(with("launch: 5 us}", "launch: 5 us, power_limit: 60 W}")) == "CS0110:19");
    CHECK(only_problem(with("count: 4}", "count: 4, power_limit: 300 GB}")) == "CS0106:27");
    CHECK(only_problem(with("count: 4}", "count: 4, power_limit: 60 W}")) == "CS0110:27");
}

TEST_CASE("products in training take no more power than there is", "[machine][unit]") {
    Accelerator device;
    FlopRate const best = FlopRate::from_si(3e15);
    CHECK(sustained_rate(device, Precision::fp8, watts(1000), best).si() == 3e15);
    device.achievable.flop_per_joule = 2e12;
    CHECK(sustained_rate(device, Precision::fp8, watts(1000), best).si() == Approx(2e15));
    // Half of the bits take half of the energy.
    CHECK(sustained_rate(device, Precision::bf16, watts(1000), best).si() == Approx(1e15));
    CHECK(sustained_rate(device, Precision::fp4, watts(1000), best).si() == 3e15);
    CHECK(sustained_rate(device, Precision::fp8, watts(2000), best).si() == 3e15);
}
