// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/boosted_trees.hpp"

#include "sim/core/random_stream.hpp"
#include "tests/support/catch.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <vector>

using namespace clustersim;

namespace {

struct Sample {
    FeatureTable table{{{"x", Monotone::raises}, {"noise", Monotone::unknown}}};
    std::vector<double> target;
};

/// y = x², with noise, for x in [0, 1).
Sample squares(std::size_t rows) {
    Sample sample;
    RandomStream random(3, "squares");
    for (std::size_t i = 0; i < rows; ++i) {
        double const x = random.uniform01();
        sample.table.add_row(std::array{x, random.uniform01()});
        sample.target.push_back(x * x + 0.01 * random.normal());
    }
    return sample;
}

}  // namespace

TEST_CASE("trees learn a function, rising where they must", "[stats][unit]") {
    Sample const sample = squares(2000);
    auto const trees = BoostedTrees::fit(sample.table, sample.target, {}, 1);
    REQUIRE(trees);
    FeatureTable asked(sample.table.columns());
    for (int i = 0; i <= 10; ++i) asked.add_row(std::array{i / 10.0, 0.5});
    auto const found = trees->predict(asked);
    REQUIRE(found);
    for (std::size_t i = 0; i + 1 < found->size(); ++i) {
        double const x = static_cast<double>(i) / 10.0;
        CHECK((*found)[i] == Approx(x * x).margin(0.1));
        CHECK((*found)[i + 1] >= (*found)[i]);
    }
}

TEST_CASE("equal inputs and seeds give equal predictions", "[stats][unit]") {
    Sample const sample = squares(500);
    auto const predict = [&](std::uint32_t seed) {
        return *BoostedTrees::fit(sample.table, sample.target, {}, seed)->predict(sample.table);
    };
    CHECK(predict(1) == predict(1));
    CHECK(predict(1) != predict(2));
}

TEST_CASE("missing and infinite values are read", "[stats][unit]") {
    FeatureTable table({{"x"}});
    std::vector<double> target;
    for (int i = 0; i < 200; ++i) {
        table.add_row(std::array{i % 2 == 0 ? std::numeric_limits<double>::quiet_NaN()
                                            : std::numeric_limits<double>::infinity()});
        target.push_back(i % 2 == 0 ? 1.0 : 5.0);
    }
    CHECK(std::isfinite(table.row(1)[0]));
    auto const trees = BoostedTrees::fit(table, target, {}, 1);
    REQUIRE(trees);
    std::array<std::size_t, 2> const rows{0, 1};
    auto const found = trees->predict(table.selected(rows));
    REQUIRE(found);
    CHECK((*found)[0] == Approx(1.0).margin(0.1));
    CHECK((*found)[1] == Approx(5.0).margin(0.1));
}
