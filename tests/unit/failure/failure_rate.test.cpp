// SPDX-License-Identifier: Apache-2.0
#include "models/failure/failure_rate.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("twice the devices fail twice as often", "[failure][unit]") {
    Frequency const rate = reference_failure_rate().value;
    CHECK(mean_time_between_failures(rate, 2048).si() ==
          Approx(mean_time_between_failures(rate, 1024).si() / 2.0));
}

TEST_CASE("the published machines lie inside the range", "[failure][unit]") {
    FailureRate const rate = reference_failure_rate();
    constexpr double day = 86400.0;
    // Llama 3: 419 interruptions of 16,384 devices in 54 days; RSC-1, RSC-2; BLOOM: one a week of 384.
    for (double const a_day : {419.0 / 16384 / 54, 6.5 / 8000, 2.34 / 8000, 1.0 / 7 / 384}) {
        CHECK(a_day / day >= rate.low.si() * 0.99);
        CHECK(a_day / day <= rate.high.si() * 1.01);
    }
}

TEST_CASE("times between failures that the rate was not taken from are met within its range",
          "[failure][unit]") {
    FailureRate const rate = reference_failure_rate();
    // Kokolis et al. project 1.8 h on 16,384 devices and 0.23 h on 131,072.
    CHECK(mean_time_between_failures(rate.value, 16384).si() / 3600 == Approx(3.26).epsilon(0.01));
    CHECK(mean_time_between_failures(rate.high, 16384).si() / 3600 == Approx(1.8).epsilon(0.02));
    CHECK(mean_time_between_failures(rate.high, 131072).si() / 3600 == Approx(0.23).epsilon(0.03));
}

TEST_CASE("a known time between failures has a range about it", "[failure][unit]") {
    FailureRate const rate = failure_rate_of(hours(1000));
    CHECK(mean_time_between_failures(rate.value, 10).si() == Approx(100 * 3600.0));
    CHECK(rate.low < rate.value);
    CHECK(rate.value < rate.high);
}
