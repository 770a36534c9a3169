// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/two_piece_normal.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("its quantiles are the three it was made of", "[stats][unit]") {
    TwoPieceNormal const time{80.0, 100.0, 140.0};
    CHECK(time.quantile(0.05) == Approx(80.0));
    CHECK(time.quantile(0.5) == Approx(100.0));
    CHECK(time.quantile(0.95) == Approx(140.0));
    // One standard deviation, 15.87 %, is 1/1.6449 of the way to 5 %.
    CHECK(time.quantile(0.158655) == Approx(100.0 - 20.0 / 1.644854).epsilon(1e-4));
}

TEST_CASE("it has no negative values, and without width it is its median", "[stats][unit]") {
    CHECK(TwoPieceNormal{1.0, 100.0, 140.0}.quantile(0.0) == 0.0);
    CHECK(TwoPieceNormal{3.0, 3.0, 3.0}.quantile(0.0) == 3.0);
    CHECK(TwoPieceNormal{3.0, 3.0, 3.0}.quantile(1.0) == 3.0);
}
