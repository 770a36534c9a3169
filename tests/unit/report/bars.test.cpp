// SPDX-License-Identifier: Apache-2.0
#include "sim/report/bars.hpp"

#include "tests/support/catch.hpp"

#include <array>
#include <limits>

using namespace clustersim;

TEST_CASE("a bar shows a share in eighths of a character", "[report][unit]") {
    CHECK(bar(1.0, 4, true) == "████");
    CHECK(bar(0.5, 4, true) == "██");
    CHECK(bar(0.53, 4, true) == "██▏");
    CHECK(bar(0.0, 4, true).empty());
    CHECK(bar(7.0, 4, true) == "████");
    CHECK(bar(-1.0, 4, true).empty());
    CHECK(bar(std::numeric_limits<double>::quiet_NaN(), 4, true).empty());
}

TEST_CASE("without UTF-8 a bar is ASCII", "[report][unit]") {
    CHECK(bar(0.5, 4, false) == "##");
    CHECK(bar(1.0, 4, false) == "####");
}

TEST_CASE("a sparkline has a character for each value", "[report][unit]") {
    std::array const values{0.0, 0.001, 0.5, 1.0};
    CHECK(sparkline(values, 1.0, true) == " ▁▄█");
    CHECK(sparkline(values, 1.0, false) == " _=#");
    std::array const nothing{0.0, 0.0};
    CHECK(sparkline(nothing, 0.0, true) == "  ");
}
