// SPDX-License-Identifier: Apache-2.0
#include "models/flow/flow_network.hpp"

#include "tests/support/catch.hpp"

#include <vector>

using namespace clustersim;
using namespace clustersim::literals;

namespace {

/// Endpoints 0, 1 and 2 in a line; no route back, and link 2 has no capacity.
FlowNetwork line() {
    FlowNetwork network;
    network.endpoints = 4;
    network.links = {{1.0_GBps, 1.0_us}, {2.0_GBps, 2.0_us}, {0.0_GBps, 1.0_us}};
    network.route = [](std::uint32_t from, std::uint32_t to, std::uint64_t, auto& links) {
        for (std::uint32_t at = from; at < to; ++at) links.push_back(at);
        return from <= to;
    };
    return network;
}

}  // namespace

TEST_CASE("routes come from the network, flow by flow", "[flow][unit]") {
    std::vector<EndpointPair> const pairs{{0, 2}, {1, 1}, {1, 2}};
    auto const routes = route_all(line(), pairs);
    REQUIRE(routes);
    REQUIRE(routes->size() == 3);
    CHECK(std::vector((*routes)[0].begin(), (*routes)[0].end()) == std::vector<LinkIndex>{0, 1});
    CHECK((*routes)[1].empty());
    CHECK((*routes)[2].front() == 1);
    CHECK(latency_of(line(), (*routes)[0]).si() == Approx(3e-6));
}

TEST_CASE("every pair that cannot be routed is named", "[flow][unit]") {
    std::vector<EndpointPair> const pairs{{0, 9}, {2, 0}, {0, 1}, {2, 3}};
    auto const routes = route_all(line(), pairs);
    REQUIRE_FALSE(routes);
    auto const& problems = routes.error().items();
    REQUIRE(problems.size() == 3);
    CHECK(problems[0].message == "flow 0 from 0 to 9: endpoints are numbered 0 to 3");
    CHECK(problems[1].message == "flow 1 from 2 to 0: no route between them");
    CHECK(problems[2].message == "flow 3 from 2 to 3: crosses link 2, which has no capacity");
}

TEST_CASE("a route over a link that does not exist is reported", "[flow][unit]") {
    FlowNetwork network = line();
    network.links.resize(1);
    std::vector<EndpointPair> const pairs{{0, 2}};
    auto const routes = route_all(network, pairs);
    REQUIRE_FALSE(routes);
    CHECK(routes.error().items().front().message ==
          "flow 0 from 0 to 2: crosses an unknown link 1");
}
