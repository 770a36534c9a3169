// SPDX-License-Identifier: Apache-2.0
#include "models/flow/max_min.hpp"

#include "tests/support/catch.hpp"

#include <cmath>
#include <initializer_list>
#include <vector>

using namespace clustersim;

namespace {

std::vector<Bandwidth> rates(std::initializer_list<double> values) {
    std::vector<Bandwidth> all;
    for (double const value : values) all.push_back(bytes_per_second(value));
    return all;
}

Routes routes(std::initializer_list<std::vector<LinkIndex>> lists) {
    Routes all;
    for (auto const& route : lists) all.add(route);
    return all;
}

}  // namespace

TEST_CASE("two flows on one link get half of it each", "[flow][unit]") {
    CHECK(max_min_shares(rates({10}), routes({{0}, {0}})) == rates({5, 5}));
}

TEST_CASE("a flow takes exactly what its bottleneck leaves", "[flow][unit]") {
    CHECK(max_min_shares(rates({10, 3, 7}), routes({{0, 1, 2}})) == rates({3}));
}

TEST_CASE("a neighbour gets what one flow cannot use", "[flow][unit]") {
    // The long flow has the 2 of the narrow link; the short one has the remaining 8 of the wide link.
    CHECK(max_min_shares(rates({10, 2}), routes({{0, 1}, {0}})) == rates({2, 8}));
}

TEST_CASE("three links fill one after the other", "[flow][unit]") {
    // Link 0 (6) is full first at 2 for flows 0, 1 and 2; then link 1 (8) with flows 1 and 3 leaves
    // 6 for flow 3; link 2 (15) with flows 2, 3 and 4 leaves 15 - 2 - 6 = 7 for flow 4.
    auto const shares =
        max_min_shares(rates({6, 8, 15}), routes({{0}, {0, 1}, {0, 2}, {1, 2}, {2}}));
    CHECK(shares == rates({2, 2, 2, 6, 7}));
}

TEST_CASE("a limit ends a flow's rise and leaves the rest to others", "[flow][unit]") {
    CHECK(max_min_shares(rates({12}), routes({{0}, {0}, {0}}), rates({1, 100, 100})) ==
          rates({1, 5.5, 5.5}));
    CHECK(max_min_shares(rates({12}), routes({{0}, {}}), rates({3, 4})) == rates({3, 4}));
}

TEST_CASE("a flow that crosses a link twice uses it twice", "[flow][unit]") {
    CHECK(max_min_shares(rates({12}), routes({{0, 0}, {0}})) == rates({4, 4}));
}

TEST_CASE("a flow that crosses no link has an infinite rate", "[flow][unit]") {
    auto const shares = max_min_shares(rates({12}), routes({{}, {0}}));
    CHECK(std::isinf(shares[0].si()));
    CHECK(shares[1] == bytes_per_second(12));
}

TEST_CASE("a solver gives the same answer when used again", "[flow][unit]") {
    MaxMin solver(rates({6, 8, 15}));
    Routes const five = routes({{0}, {0, 1}, {0, 2}, {1, 2}, {2}});
    auto const first = solver.shares(five);
    CHECK(solver.shares(routes({{1}})) == rates({8}));
    CHECK(solver.shares(five) == first);
}

TEST_CASE("a link without capacity carries nothing", "[flow][unit]") {
    CHECK(max_min_shares(rates({0, 4}), routes({{0, 1}, {1}})) == rates({0, 4}));
}
