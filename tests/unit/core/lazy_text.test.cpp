// SPDX-License-Identifier: Apache-2.0
#include "sim/core/lazy_text.hpp"

#include "tests/support/catch.hpp"

#include <string>
#include <utility>

using namespace clustersim;

TEST_CASE("a lazy text is found once, and a copy finds its own", "[core][unit]") {
    int found = 0;
    auto const find = [&] { return std::to_string(++found); };
    LazyText text;
    CHECK(text.get(find) == "1");
    CHECK(text.get(find) == "1");
    LazyText copy = text;
    CHECK(copy.get(find) == "2");
    copy = text;
    CHECK(copy.get(find) == "3");
    LazyText const moved = std::move(text);
    CHECK(moved.get(find) == "1");
}
