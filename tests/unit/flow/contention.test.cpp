// SPDX-License-Identifier: Apache-2.0
#include "models/flow/contention.hpp"

#include "tests/support/catch.hpp"

#include <cmath>
#include <limits>
#include <vector>

using namespace clustersim;

namespace {

std::vector<Bandwidth> const links{bytes_per_second(12), bytes_per_second(9), bytes_per_second(5)};

Routes routes_of(std::vector<std::vector<LinkIndex>> const& all) {
    Routes routes;
    for (auto const& route : all) routes.add(route);
    return routes;
}

Neighbour neighbour(std::vector<std::vector<LinkIndex>> const& all, double duty, double period) {
    return {routes_of(all), duty, seconds(period)};
}

}  // namespace

TEST_CASE("in a quiet network the slowest flow has its bottleneck's rate", "[flow][unit]") {
    RandomStream random(1, "test");
    Contention alone(links, routes_of({{0, 1}, {0}}), {}, random);
    CHECK(alone.quiet() == bytes_per_second(6));
    CHECK(alone.at(seconds(17)) == bytes_per_second(6));
    CHECK(alone.rivals() == 0);
}

TEST_CASE("a neighbour that always sends always takes its share", "[flow][unit]") {
    RandomStream random(1, "test");
    std::vector const others{neighbour({{1}, {1}}, 1.0, 1.0)};
    Contention shared(links, routes_of({{0, 1}}), others, random);
    CHECK(shared.quiet() == bytes_per_second(9));
    CHECK(shared.at(seconds(0)) == bytes_per_second(3));
    CHECK(shared.over(seconds(5), seconds(2), 7).si() == Approx(3));
}

TEST_CASE("a neighbour without a common link is no rival", "[flow][unit]") {
    RandomStream random(1, "test");
    std::vector const others{neighbour({{2}}, 1.0, 1.0), neighbour({{2}, {0}}, 0.5, 1.0)};
    Contention shared(links, routes_of({{0, 1}}), others, random);
    CHECK(shared.rivals() == 1);
}

TEST_CASE("a neighbour takes bandwidth for its share of the time", "[flow][unit]") {
    RandomStream random(3, "test");
    std::vector const others{neighbour({{0}}, 0.25, 2.0)};
    Contention shared(links, routes_of({{0}}), others, random);
    int slow = 0;
    constexpr int instants = 10000;
    for (int i = 0; i < instants; ++i) {
        Bandwidth const rate = shared.at(seconds(0.0137 * i));
        if (rate == bytes_per_second(6))
            ++slow;
        else
            REQUIRE(rate == bytes_per_second(12));
    }
    CHECK(std::abs(slow - instants / 4) < instants / 50);
    // Over whole periods the mean is 12 minus a quarter of the 6 that the neighbour takes.
    CHECK(shared.over(seconds(1), seconds(200), 8000).si() == Approx(10.5).epsilon(0.01));
}

TEST_CASE("the same seed gives the same phases, another seed gives others", "[flow][unit]") {
    std::vector const others{neighbour({{0}}, 0.5, 2.0), neighbour({{1}}, 0.5, 3.0)};
    auto const history = [&](std::uint64_t seed) {
        RandomStream random(seed, "test");
        Contention shared(links, routes_of({{0, 1}}), others, random);
        std::vector<Bandwidth> rates;
        for (int i = 0; i < 50; ++i) rates.push_back(shared.at(seconds(0.31 * i)));
        return rates;
    };
    CHECK(history(1) == history(1));
    CHECK(history(1) != history(2));
}

TEST_CASE("a job that sends nothing is never slowed", "[flow][unit]") {
    RandomStream random(1, "test");
    Contention none(links, {}, {}, random);
    CHECK(std::isinf(none.quiet().si()));
}
