// SPDX-License-Identifier: Apache-2.0
#include "sim/core/date.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("a day is read and written as in ISO 8601", "[core][unit]") {
    for (char const* text : {"2027-03-01", "2028-02-29", "0001-01-01", "9999-12-31"}) {
        auto const date = parse_date(text);
        REQUIRE(date);
        CHECK(date_text(*date) == text);
    }
    CHECK(*parse_date("2027-03-01") - *parse_date("2027-02-28") == std::chrono::days{1});
}

TEST_CASE("what is no day is refused", "[core][unit]") {
    for (char const* text : {"",
                             "2027-02-29",
                             "2027-13-01",
                             "2027-00-10",
                             "2027-3-1",
                             "2027/03/01",
                             "27-03-01",
                             "2027-03-0x",
                             "-027-03-01"})
        CHECK_FALSE(parse_date(text));
}
