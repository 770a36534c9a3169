// SPDX-License-Identifier: Apache-2.0
#include "sim/core/human.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("durations are shown in readable units", "[core][unit]") {
    CHECK(human(seconds(0)) == "0 s");
    CHECK(human(seconds(42e-9)) == "42 ns");
    CHECK(human(seconds(185e-6)) == "185 µs");
    CHECK(human(seconds(0.0123)) == "12.3 ms");
    CHECK(human(seconds(12.4)) == "12.4 s");
    CHECK(human(seconds(90)) == "90 s");
    CHECK(human(seconds(100)) == "1 min 40 s");
    CHECK(human(seconds(125)) == "2 min 5 s");
    CHECK(human(seconds(3600)) == "1 h");
    CHECK(human(seconds(3 * 86400 + 4 * 3600)) == "3 d 4 h");
    CHECK(human(seconds(86400 * 200.0)) == "200 d");
    CHECK(human(seconds(-5)) == "-5 s");
}

TEST_CASE("durations just below a unit carry over into it", "[core][unit]") {
    CHECK(human(seconds(999.7e-6)) == "1 ms");
    CHECK(human(seconds(0.9999)) == "1 s");
    CHECK(human(seconds(3599.9)) == "1 h");
    CHECK(human(seconds(86399.0)) == "1 d");
    CHECK(human(seconds(99.4)) == "99.4 s");
    CHECK(human(seconds(99.6)) == "1 min 40 s");
}

TEST_CASE("sizes and rates take a decimal prefix", "[core][unit]") {
    CHECK(human(bytes(0)) == "0 B");
    CHECK(human(bytes(999)) == "999 B");
    CHECK(human(bytes(999.9)) == "1 kB");
    CHECK(human(bytes(1.24e12)) == "1.24 TB");
    CHECK(human(bytes_per_second(25e9)) == "25 GB/s");
    CHECK(human(flop_per_second(312e12)) == "312 TFLOP/s");
    CHECK(human(watts(6500)) == "6.5 kW");
    CHECK(human(joules(41.2 * 3.6e6)) == "41.2 kWh");
    CHECK(human(bytes(1e21)) == "1000 EB");
}

TEST_CASE("plain numbers keep three digits", "[core][unit]") {
    CHECK(human_number(0) == "0");
    CHECK(human_number(1540) == "1,540");
    CHECK(human_number(1234567) == "1,230,000");
    CHECK(human_number(0.0123) == "0.0123");
    CHECK(human_number(12.34) == "12.3");
    CHECK(human_number(999.6) == "1,000");
    CHECK(human_number(-1540) == "-1,540");
    CHECK(human_number(-154000) == "-154,000");
    CHECK(human_percent(0.873) == "87.3 %");
    CHECK(human_percent(1) == "100 %");
}

TEST_CASE("a range has the unit of its upper end if all numbers read well in it", "[core][unit]") {
    CHECK(human_range(hours(4.2), seconds(0), hours(8.6)) == "4.2 h (0 – 8.6)");
    CHECK(human_range(seconds(120), seconds(66), seconds(174)) == "2 min (1.1 – 2.9)");
    CHECK(human_range(seconds(0), seconds(0), seconds(0)) == "0 s");
    CHECK(human_range(hours(3), hours(3), hours(3)) == "3 h");
    CHECK(human_range(seconds(2e-3), seconds(1.5e-3), seconds(3e-3)) == "2 ms (1.5 – 3)");
    CHECK(human_range(seconds(1), seconds(0), seconds(1)) == "1 s (0 – 1)");
    CHECK(human_range(seconds(1.2), seconds(0.9), seconds(1.4)) == "1.2 s (0.9 – 1.4)");
}

TEST_CASE("the numbers of a range can each have their own unit", "[core][unit]") {
    auto const own = [](Duration value, Duration low, Duration high) {
        return human_range(value, low, high, RangeUnits::each_its_own);
    };
    CHECK(own(hours(1.4), seconds(0), hours(10.9)) == "1 h 24 min (0 s – 10 h 54 min)");
    CHECK(own(hours(3), hours(3), hours(3)) == "3 h");
    CHECK(reads_in_one_unit(hours(1.4), seconds(0), hours(10.9)));
    CHECK_FALSE(reads_in_one_unit(seconds(11), seconds(0), hours(2)));
}

TEST_CASE(
    "each number of a range has its own unit if one would be below 1 in that of the upper end",
    "[core][unit]") {
    CHECK(human_range(seconds(11), seconds(0), seconds(4488)) == "11 s (0 s – 1 h 15 min)");
    CHECK(human_range(seconds(0), seconds(0), seconds(0.9)) == "0 s (0 s – 900 ms)");
    CHECK(human_range(hours(2), seconds(2400), hours(3)) == "2 h (40 min – 3 h)");
    CHECK(human_range(hours(1), hours(1), hours(3)) == "1 h (1 – 3)");
}
