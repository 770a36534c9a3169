// SPDX-License-Identifier: Apache-2.0
#include "models/failure/failure_rate.hpp"

#include "tests/support/catch.hpp"

#include <array>
#include <cmath>

using namespace clustersim;

TEST_CASE("twice the devices fail twice as often", "[failure][unit]") {
    Frequency const rate = reference_failure_rate().value;
    CHECK(mean_time_between_failures(rate, 2048).si() ==
          Approx(mean_time_between_failures(rate, 1024).si() / 2.0));
}

TEST_CASE("the published interruptions are inside the range, and their mean is the value",
          "[failure][unit]") {
    FailureRate const rate = reference_failure_rate();
    constexpr double day = 86400.0;
    double const rsc = std::sqrt(24.0 / 7.9 / 1024 * (1.0 / 47.7 / 8));
    // Llama 3: 419 of 16,384 devices in 54 days; OPT-175B: 105 of 992 in 60; RSC; BLOOM: one a week of 384.
    std::array const of_jobs{419.0 / 16384 / 54, 105.0 / 992 / 60, rsc, 1.0 / 7 / 384};
    double log_sum = 0.0;
    for (double const a_day : of_jobs) {
        CHECK(a_day / day >= rate.low.si());
        CHECK(a_day / day <= rate.high.si());
        log_sum += std::log(a_day / day);
    }
    CHECK(rate.value.si() == Approx(std::exp(log_sum / of_jobs.size())).epsilon(0.01));
}

TEST_CASE("small and large jobs of one cluster fail at the same rate per device",
          "[failure][unit]") {
    FailureRate const rate = reference_failure_rate();
    auto const hours_at = [](Frequency r, int devices) {
        return mean_time_between_failures(r, devices).si() / 3600;
    };
    // Kokolis et al.: every 7.9 h on 1,024 devices, every 47.7 days on 8.
    CHECK(hours_at(rate.high, 1024) == Approx(7.9).epsilon(0.02));
    CHECK(hours_at(rate.high, 8) == Approx(47.7 * 24).epsilon(0.15));
}

TEST_CASE("the rate predicts times between failures that it was not fitted to", "[failure][unit]") {
    FailureRate const rate = reference_failure_rate();
    // Kokolis et al. project 1.8 h on 16,384 devices and 0.23 h on 131,072.
    CHECK(mean_time_between_failures(rate.value, 16384).si() / 3600 == Approx(1.8).epsilon(0.2));
    CHECK(mean_time_between_failures(rate.value, 131072).si() / 3600 == Approx(0.23).epsilon(0.2));
}

TEST_CASE("a known time between failures has a range about it", "[failure][unit]") {
    FailureRate const rate = failure_rate_of(hours(1000));
    CHECK(mean_time_between_failures(rate.value, 10).si() == Approx(100 * 3600.0));
    CHECK(rate.low < rate.value);
    CHECK(rate.value < rate.high);
}
