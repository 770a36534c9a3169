// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/node_bitmap.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("a node bitmap hands out its lowest members as few ranges", "[sched][unit]") {
    NodeBitmap bitmap(200);
    bitmap.insert({0, 200});
    bitmap.erase({3, 2});
    std::vector<NodeRange> taken;
    bitmap.take_lowest(130, taken);
    CHECK(taken == std::vector<NodeRange>{{0, 3}, {5, 127}});
    CHECK(bitmap.count() == 68);
    CHECK_FALSE(bitmap.contains(131));
    CHECK(bitmap.contains(132));
}

TEST_CASE("a node bitmap hands out released low nodes first", "[sched][unit]") {
    NodeBitmap bitmap(128);
    bitmap.insert({0, 128});
    std::vector<NodeRange> taken;
    bitmap.take_lowest(100, taken);
    bitmap.insert({10, 1});
    taken.clear();
    bitmap.take_lowest(2, taken);
    CHECK(taken == std::vector<NodeRange>{{10, 1}, {100, 1}});
}

TEST_CASE("touching ranges are joined, but never with those of another job", "[sched][unit]") {
    std::vector<NodeRange> ranges{{0, 4}};
    append_range(ranges, 1, {4, 1});
    append_range(ranges, 1, {5, 1});
    CHECK(ranges == std::vector<NodeRange>{{0, 4}, {4, 2}});
}
