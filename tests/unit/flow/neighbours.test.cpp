// SPDX-License-Identifier: Apache-2.0
#include "models/flow/neighbours.hpp"

#include "tests/support/catch.hpp"

#include <vector>

using namespace clustersim;

namespace {

Neighbour neighbour(double duty, std::vector<std::vector<LinkIndex>> const& lists) {
    Neighbour n;
    for (auto const& route : lists) n.routes.add(route);
    n.duty = duty;
    n.period = seconds(1);
    return n;
}

std::vector<Bandwidth> const three_links{
    bytes_per_second(10), bytes_per_second(4), bytes_per_second(8)};

}  // namespace

TEST_CASE("neighbours leave what they do not use on average", "[flow][unit]") {
    // The flow over both links has rate 4, the other flow on link 0 has 6, each for its share of
    // the time.
    std::vector const neighbours{neighbour(0.5, {{0, 1}}), neighbour(0.25, {{0}})};
    auto const left = residual_capacities(three_links, neighbours);
    CHECK(left[0].si() == Approx(10 - 0.5 * 4 - 0.25 * 6));
    CHECK(left[2] == three_links[2]);
}

TEST_CASE("a link that is always full still leaves a fair share", "[flow][unit]") {
    std::vector const neighbours{neighbour(1.0, {{1}, {1}, {1}})};
    auto const left = residual_capacities(three_links, neighbours);
    CHECK(left[1].si() == Approx(1.0));
}

TEST_CASE("no neighbours leave everything", "[flow][unit]") {
    CHECK(residual_capacities(three_links, {}) == three_links);
}
