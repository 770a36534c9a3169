// SPDX-License-Identifier: Apache-2.0
#include "sim/core/size_text.hpp"

#include "tests/support/catch.hpp"

#include <string>

using namespace clustersim;

TEST_CASE("a size is a number of bytes, with nccl-tests' units or with SI ones", "[core][unit]") {
    CHECK(parse_size("8") == bytes(8));
    CHECK(parse_size(" 1048576 ") == bytes(0x1p20));
    CHECK(parse_size("64K") == bytes(65536));
    CHECK(parse_size("8m") == bytes(0x1p23));
    CHECK(parse_size("1G") == bytes(0x1p30));
    CHECK(parse_size("4 GiB") == bytes(0x1p32));
    CHECK(parse_size("4 GB") == bytes(4e9));
    CHECK(parse_size("1e6") == bytes(1e6));
}

TEST_CASE("what is no size between a byte and an exbibyte is refused", "[core][unit]") {
    for (std::string const text : {"",
                                   "x",
                                   "nan",
                                   "inf",
                                   "-1",
                                   "0",
                                   "0.5",
                                   "1,048,576",
                                   "64Kx",
                                   "8 Gb",
                                   "K",
                                   "1e300",
                                   "1e400",
                                   "4 GiB 3",
                                   "2048 PiB",
                                   "1-8 GiB"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_size(text));
    }
}

TEST_CASE("what is wrong with a size is said in one line", "[core][unit]") {
    for (std::string const text : {"A\n4", "1,\n4", "4 G\niB"}) {
        auto const size = parse_size(text);
        REQUIRE_FALSE(size);
        CHECK(size.error().find('\n') == std::string::npos);
    }
}
