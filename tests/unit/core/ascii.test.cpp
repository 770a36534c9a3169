// SPDX-License-Identifier: Apache-2.0
#include "sim/core/ascii.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("only ASCII letters have case", "[core][unit]") {
    CHECK(lower("NodeName=N_1 Ä") == "nodename=n_1 Ä");
    CHECK(same_word("INFINITE", "Infinite"));
    CHECK_FALSE(same_word("infinite", "infinity"));
    CHECK_FALSE(same_word("", "a"));
}

TEST_CASE("trimming takes blanks at the ends and leaves those inside", "[core][unit]") {
    CHECK(trimmed("\t a b\r\n") == "a b");
    CHECK(trimmed(" \t ").empty());
    CHECK(trimmed("").empty());
}

TEST_CASE("split keeps empty parts, split_list does not", "[core][unit]") {
    CHECK(split("a,,b", ",") == std::vector<std::string_view>{"a", "", "b"});
    CHECK(split("", ",") == std::vector<std::string_view>{""});
    CHECK(split("1:2/3", ":/") == std::vector<std::string_view>{"1", "2", "3"});
    CHECK(split_list("a, b,,c ") == std::vector<std::string>{"a", "b", "c"});
    CHECK(split_list(" ,").empty());
    CHECK(split_list("x y\tz", " \t") == std::vector<std::string>{"x", "y", "z"});
}
