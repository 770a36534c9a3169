// SPDX-License-Identifier: Apache-2.0
#include "sim/core/time.hpp"

#include "tests/support/catch.hpp"

#include <type_traits>

using namespace clustersim;

TEST_CASE("instants and seconds combine as points and spans", "[core][unit]") {
    Instant const start{100};
    CHECK(start + Seconds{20} == Instant{120});
    CHECK(start - Seconds{20} == Instant{80});
    CHECK(Instant{150} - start == Seconds{50});
    CHECK(Seconds{2} + Seconds{3} - Seconds{1} == Seconds{4});
    CHECK(start < Instant::never());
    STATIC_REQUIRE(std::is_same_v<decltype(start - start), Seconds>);
    CHECK(Seconds{90}.duration() == seconds(90));
}

TEST_CASE("a duration is rounded up to whole seconds, a positive one never to zero",
          "[core][unit]") {
    CHECK(round_up(seconds(0)) == Seconds{0});
    CHECK(round_up(seconds(1)) == Seconds{1});
    CHECK(round_up(seconds(1.2)) == Seconds{2});
    CHECK(round_up(seconds(0.001)) == Seconds{1});
    CHECK(round_up(seconds(1e-12)) == Seconds{1});
    CHECK(round_up(seconds(1e300)) == Seconds{1'000'000'000'000'000});
    // The product of a count and a step time may differ from the whole second by rounding.
    CHECK(round_up(seconds(0.1) * 30.0) == Seconds{3});
}
