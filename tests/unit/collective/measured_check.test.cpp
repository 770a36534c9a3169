// SPDX-License-Identifier: Apache-2.0
#include "models/collective/measured_check.hpp"

#include "models/collective/measured.hpp"
#include "tests/support/catch.hpp"

#include <string>

using namespace clustersim;

namespace {

auto table(std::string const& rows) {
    return parse_measured("hardware,gpus,size_bytes,time_us,algbw_GBps,busbw_GBps\n" + rows,
                          "table.csv",
                          Collective::all_reduce,
                          0);
}

std::string message_of(std::string const& row) {
    auto const read = table(row);
    REQUIRE_FALSE(read);
    CHECK(read.error().items().front().where.line == 2);
    return read.error().items().front().message;
}

}  // namespace

TEST_CASE("a time in another unit is refused", "[collective][unit]") {
    CHECK(message_of("a,8,8,0.02,,\n") == "a collective cannot take 0.02 us");
    CHECK(message_of("a,8,1073741824,9.3,,\n").find("more than any link") != std::string::npos);
}

TEST_CASE("a time and a bandwidth of different measurements are refused", "[collective][unit]") {
    CHECK(message_of("a,8,1000000,100,12,\n") == "size and time give 10 GB/s, algbw_GBps is 12");
    CHECK(message_of("a,8,1000000,100,10,10\n").find("busbw_GBps is 10") != std::string::npos);
    CHECK(table("a,8,1000000,100,10,17.5\n"));
    CHECK(table("a,8,8,18.18,0.00,0.00\n"));
}

TEST_CASE("all impossible rows are reported at once", "[collective][unit]") {
    auto const read = table("a,8,8,0.02,,\na,8,16,20,,\na,8,1000000,100,12,\n");
    REQUIRE_FALSE(read);
    CHECK(read.error().items().size() == 2);
}

TEST_CASE("rows that contradict others of their set-up are found", "[collective][unit]") {
    auto const read = table("a,8,8,20,,\na,8,16,90,,\na,8,32,21,,\nb,8,64,5,,\n"
                            "a,8,1024,22,,\na,8,1024,60,,\n");
    REQUIRE(read);
    auto const found = contradictions_of(*read);
    REQUIRE(found.size() == 3);
    CHECK(found[0].row == 1);
    CHECK(found[0].reason ==
          "line 3 (90 us) takes longer than the larger message of line 4 (21 us)");
    CHECK(found[1].row == 4);
    CHECK(found[1].reason == "line 6 (22 us) and line 7 (60 us) measure the same");
    CHECK(found[2].row == 5);
}
