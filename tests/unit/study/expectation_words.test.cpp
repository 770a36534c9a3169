// SPDX-License-Identifier: Apache-2.0
#include "sim/study/expectation_words.hpp"

#include "sim/study/metric_table.hpp"
#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

std::string words(char const* metric, double value, BrokenBound broken, double bound) {
    return broken_bound_text(metric_named(metric), value, broken, bound);
}

}  // namespace

TEST_CASE("a broken condition speaks in the units of people", "[study][unit]") {
    CHECK(words("memory_per_gpu_B", 50.5e9, BrokenBound::at_most, 40e9) ==
          "memory per GPU: 50.5 GB of 40 GB");
    CHECK(words("turnaround_median_s", 50400.0, BrokenBound::at_most, 32400.0) ==
          "turnaround: 14 h; at most 9 h is allowed");
    CHECK(words("mfu", 0.42, BrokenBound::at_least, 0.5) == "MFU: 42 %; at least 50 % is needed");
    CHECK(words("tasks", 31.0, BrokenBound::at_least, 32.0) == "tasks: 31; at least 32 is needed");
    CHECK(words("energy_J", 1.944e8 + 1e3, BrokenBound::at_most, 1.944e8) ==
          "energy: a little more than 54 kWh; at most 54 kWh is allowed");
}

TEST_CASE("a broken condition on a change says how sure it is", "[study][unit]") {
    CHECK(words("wait_change_high_s", -4093.17, BrokenBound::at_most, -10800.0) ==
          "wait: surely 1 h 8 min shorter; surely 3 h shorter are needed");
    CHECK(words("wait_change_high_s", 36000.0, BrokenBound::at_most, 28800.0) ==
          "wait: perhaps 10 h longer; at most 8 h longer is allowed");
    CHECK(words("wait_change_s", 14400.0, BrokenBound::at_most, 10800.0) ==
          "wait: on average 4 h longer; at most 3 h longer is allowed");
    CHECK(words("wait_change_s", 30.0, BrokenBound::at_least, 60.0) ==
          "wait: on average 30 s longer; 60 s longer are needed");
}
