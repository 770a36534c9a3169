// SPDX-License-Identifier: Apache-2.0
#include "sim/core/hostlist.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;
using Names = std::vector<std::string>;

TEST_CASE("a hostlist expands to its names in the order written", "[core][unit]") {
    auto const expect = [](char const* text, Names const& names) {
        auto const got = expand_hostlist(text);
        REQUIRE(got);
        CHECK(*got == names);
    };
    expect("", {});
    expect("login", {"login"});
    expect("mel[0001-0003,0600],gpu3", {"mel0001", "mel0002", "mel0003", "mel0600", "gpu3"});
    expect("n[8-11]", {"n8", "n9", "n10", "n11"});
    expect("n[08-11]", {"n08", "n09", "n10", "n11"});
    expect("r[1-2]n[9-10]", {"r1n9", "r1n10", "r2n9", "r2n10"});
    expect("r[1,3]-ib", {"r1-ib", "r3-ib"});
    expect("b,a,b", {"b", "a", "b"});
    expect("[1-2]", {"1", "2"});
}

TEST_CASE("an invalid hostlist gives the reason", "[core][unit]") {
    auto const error = [](std::string const& text) {
        auto const got = expand_hostlist(text);
        REQUIRE_FALSE(got);
        return got.error();
    };
    CHECK(error("n[3-1]") == "the range \"3-1\" is backwards");
    CHECK(error("n[1-2") == "the brackets of \"n[1-2\" do not match");
    CHECK(error("n1]") == "the brackets of \"n1]\" do not match");
    CHECK(error("n[[1]]") == "the brackets of \"n[[1]]\" do not match");
    CHECK(error("n[]") == "\"\" in brackets is neither a number nor a range");
    CHECK(error("n[a-b]") == "\"a-b\" in brackets is neither a number nor a range");
    CHECK(error("n[1,]") == "\"\" in brackets is neither a number nor a range");
    CHECK(error("a,,b") == "a host name is empty");
    CHECK(error("a,") == "a host name is empty");
    CHECK(error("a b") == "a blank in the host name \"a b\"");
}

TEST_CASE("a hostlist of absurd size is refused before it is built", "[core][unit]") {
    CHECK(expand_hostlist("n[1-1000000]").value().size() == 1'000'000);
    for (char const* text : {"n[1-1000001]",
                             "n[1-999999999999999]",
                             "n[1-1000]m[1-1001]",
                             "n[1-600000],m[1-600000]",
                             "a[1-999999]b[1-999999]c[1-999999]"}) {
        auto const got = expand_hostlist(text);
        REQUIRE_FALSE(got);
        CHECK(got.error() == "the list has more than 1000000 hosts");
    }
    CHECK_FALSE(expand_hostlist("n[1-9999999999999999999999]").has_value());
    CHECK_FALSE(expand_hostlist(std::string(300, 'a') + "[1-1000000]").has_value());
}

TEST_CASE("compressing puts consecutive numbers into one bracket", "[core][unit]") {
    auto const compress = [](Names const& names) { return compress_hostlist(names); };
    CHECK(compress({}).empty());
    CHECK(compress({"login"}) == "login");
    CHECK(compress({"mel0001", "mel0002", "mel0003", "mel0600", "gpu3"}) ==
          "mel[0001-0003,0600],gpu3");
    CHECK(compress({"n8", "n9", "n10", "n11"}) == "n[8-11]");
    CHECK(compress({"n08", "n9"}) == "n[08,9]");
    CHECK(compress({"n1", "m1"}) == "n1,m1");
    CHECK(compress({"n2", "n1"}) == "n[2,1]");
    CHECK(compress({"r1-ib", "r2-ib"}) == "r[1-2]-ib");
}

TEST_CASE("hostlists read, fold and sort as observed with Slurm (TV-53)", "[core][unit]") {
    auto const expanded = expand_hostlist("node[001-003,100],a[1-2]b[8-10],x");
    REQUIRE(expanded);
    CHECK(*expanded == Names{"node001",
                             "node002",
                             "node003",
                             "node100",
                             "a1b8",
                             "a1b9",
                             "a1b10",
                             "a2b8",
                             "a2b9",
                             "a2b10",
                             "x"});
    auto const fold = [](Names const& names) { return compress_hostlist(names); };
    CHECK(fold({"node001", "node002", "node003", "node100", "node10", "a1"}) ==
          "node[001-003,100,10],a1");
    CHECK(fold({"n08", "n09", "n10", "n9", "n11"}) == "n[08-10,9,11]");
    CHECK(fold({"n1", "n1", "n2"}) == "n[1,1-2]");
    CHECK_FALSE(expand_hostlist("n[3-1]"));
}
