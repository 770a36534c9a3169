// SPDX-License-Identifier: Apache-2.0
#include "sim/core/interval_set.hpp"

#include "tests/support/catch.hpp"

#include <limits>

using namespace clustersim;

namespace {

IntervalSet set_of(char const* text) {
    auto const set = parse_interval_set(text);
    REQUIRE(set);
    return *set;
}

}  // namespace

TEST_CASE("inserting melts overlapping and touching intervals", "[core][unit]") {
    IntervalSet set;
    set.insert(7);
    set.insert(0, 3);
    CHECK(to_text(set) == "0-3,7");
    set.insert(5, 6);
    CHECK(to_text(set) == "0-3,5-7");
    set.insert(4);
    CHECK(to_text(set) == "0-7");
    set.insert(2, 5);
    CHECK(to_text(set) == "0-7");
    set.insert(9, 8);
    CHECK(to_text(set) == "0-7");
    set.insert(-5, 20);
    CHECK(set.intervals() == std::vector<IntervalSet::Interval>{{-5, 20}});
}

TEST_CASE("erasing cuts intervals", "[core][unit]") {
    IntervalSet set(0, 9);
    set.erase(3, 4);
    CHECK(to_text(set) == "0-2,5-9");
    set.erase(9);
    set.erase(0);
    CHECK(to_text(set) == "1-2,5-8");
    set.erase(2, 5);
    CHECK(to_text(set) == "1,6-8");
    set.erase(100);
    set.erase(8, 6);
    CHECK(to_text(set) == "1,6-8");
    set.erase(0, 50);
    CHECK(set.empty());
}

TEST_CASE("the largest and smallest int are ordinary members", "[core][unit]") {
    constexpr int least = std::numeric_limits<int>::min();
    constexpr int most = std::numeric_limits<int>::max();
    IntervalSet set(least, most);
    CHECK(set.count() == 4294967296);
    set.erase(most);
    set.erase(least);
    CHECK(!set.contains(most));
    set.insert(most);
    CHECK(set.contains(most));
    CHECK(set.count() == 4294967295);
    CHECK((IntervalSet(least, most) - IntervalSet(least, most)).empty());
    CHECK((IntervalSet(0, most) | IntervalSet(least, -1)).intervals().size() == 1);
}

TEST_CASE("union, intersection and difference are those of sets", "[core][unit]") {
    IntervalSet const a = set_of("0-3,7,10-20");
    IntervalSet const b = set_of("2-8,15,19-30");
    CHECK(to_text(a | b) == "0-8,10-30");
    CHECK(to_text(a & b) == "2-3,7,15,19-20");
    CHECK(to_text(a - b) == "0-1,10-14,16-18");
    CHECK(to_text(b - a) == "4-6,8,21-30");
    CHECK(to_text(a | IntervalSet()) == to_text(a));
    CHECK((a & IntervalSet()).empty());
}

TEST_CASE("count, contains and front read the set", "[core][unit]") {
    IntervalSet const set = set_of("2-4,9");
    CHECK(set.count() == 4);
    CHECK(set.contains(2));
    CHECK(set.contains(9));
    CHECK_FALSE(set.contains(5));
    CHECK_FALSE(set.contains(1));
    CHECK_FALSE(set.contains(10));
    CHECK(set.front() == 2);
    CHECK(set.values() == std::vector<int>{2, 3, 4, 9});
    CHECK(IntervalSet().count() == 0);
}

TEST_CASE("lowest takes the least numbers or nothing", "[core][unit]") {
    IntervalSet const set = set_of("2-4,9,12-13");
    CHECK(to_text(set.lowest(4).value()) == "2-4,9");
    CHECK(to_text(set.lowest(2).value()) == "2-3");
    CHECK(set.lowest(0).value().empty());
    CHECK(set.lowest(6).value() == set);
    CHECK_FALSE(set.lowest(7).has_value());
}

TEST_CASE("parsing takes any order and says what it does not take", "[core][unit]") {
    CHECK(to_text(set_of("7,0-2,3")) == "0-3,7");
    CHECK(set_of("").empty());
    CHECK(parse_interval_set("3-1").error() == "the interval \"3-1\" is backwards");
    CHECK(parse_interval_set("3-").error() == "the interval \"3-\" has no end");
    for (char const* bad : {"-1", "a", "1,", ",1", "1;2", "1--2", "1 ", "99999999999"}) {
        CHECK_FALSE(parse_interval_set(bad).has_value());
    }
}
