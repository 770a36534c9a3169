// SPDX-License-Identifier: Apache-2.0
#include "models/collective/flow_cost.hpp"

#include "models/flow/flow_traffic.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace clustersim;
using namespace clustersim::literals;

namespace {

/// Two islands of four ports each (10 B/s), joined by a link of 15 B/s in each direction.
FlowNetwork islands() {
    FlowNetwork network;
    network.endpoints = 8;
    network.links.assign(16, {bytes_per_second(10), 1.0_us});
    network.links.resize(18, {bytes_per_second(15), 3.0_us});
    network.route = [](std::uint32_t from, std::uint32_t to, std::uint64_t, auto& links) {
        if (from == to) return true;
        links.push_back(from);
        if (from / 4 != to / 4) links.push_back(16 + from / 4);
        links.push_back(8 + to);
        return true;
    };
    return network;
}

PatternCost cost(std::vector<EndpointPair> const& messages) {
    FlowNetwork const network = islands();
    auto const result = pattern_cost(network, messages, capacities(network));
    REQUIRE(result);
    return *result;
}

Network quiet() {
    Network network;
    network.nic = bytes_per_second(9);
    network.nic_latency = 2.0_us;
    return network;
}

}  // namespace

TEST_CASE("messages inside an island are limited only by their ports", "[collective][unit]") {
    PatternCost const c = cost({{0, 1}, {1, 2}, {2, 3}, {3, 0}});
    CHECK(std::isinf(c.port_limit.si()));
    CHECK(c.latency.si() == Approx(2e-6));
    Network const placed = network_on_placement(quiet(), c, 2.0_us);
    CHECK(placed.nic == quiet().nic);
    CHECK(placed.nic_latency == quiet().nic_latency);
}

TEST_CASE("three messages over one link get a third of it each", "[collective][unit]") {
    PatternCost const c = cost({{0, 4}, {1, 5}, {2, 6}, {4, 0}});
    CHECK(c.port_limit.si() == Approx(5));
    CHECK(c.latency.si() == Approx(5e-6));
    Network const placed = network_on_placement(quiet(), c, 2.0_us);
    CHECK(placed.nic.si() == Approx(5));
    CHECK(placed.nic_latency.si() == Approx(5e-6));
}

TEST_CASE("the rate of a port with two messages is their sum", "[collective][unit]") {
    // Each message gets 5 of the 15; port 0 sends two of them.
    CHECK(cost({{0, 4}, {0, 5}, {1, 6}}).port_limit.si() == Approx(10));
}

TEST_CASE("no messages cost nothing", "[collective][unit]") {
    PatternCost const c = cost({});
    CHECK(std::isinf(c.port_limit.si()));
    CHECK(c.latency == Duration{});
}

TEST_CASE("a step takes as long as in SimGrid", "[collective][unit]") {
    FlowNetwork const network = islands();
    std::vector<std::vector<EndpointPair>> const patterns{
        {{0, 4}, {4, 1}, {1, 5}, {5, 2}, {2, 6}, {6, 3}, {3, 7}, {7, 0}},
        {{0, 1}, {0, 4}, {0, 5}, {2, 6}, {3, 7}},
        {{4, 0}, {5, 0}, {6, 0}, {7, 1}},
    };
    for (auto const& messages : patterns) {
        std::vector<Flow> flows;
        std::vector<int> sent(8, 0);
        std::vector<int> received(8, 0);
        int busiest = 0;
        for (EndpointPair const& m : messages) {
            flows.push_back({m.from, m.to, bytes(1e9), seconds(0)});
            busiest = std::max({busiest, ++sent[m.from], ++received[m.to]});
        }
        auto const ends = completion_times(network, flows);
        REQUIRE(ends);
        Bandwidth const port = std::min(bytes_per_second(10), cost(messages).port_limit);
        CHECK(std::ranges::max(*ends).si() == Approx(busiest * 1e9 / port.si()).epsilon(1e-6));
    }
}

TEST_CASE("less capacity lowers the limit, and an unknown endpoint is reported",
          "[collective][unit]") {
    FlowNetwork const network = islands();
    auto half = capacities(network);
    for (Bandwidth& capacity : half) capacity *= 0.5;
    std::vector<EndpointPair> const messages{{0, 4}, {1, 5}, {2, 6}};
    auto const slower = pattern_cost(network, messages, half);
    REQUIRE(slower);
    CHECK(slower->port_limit.si() == Approx(2.5));
    std::vector<EndpointPair> const wrong{{0, 99}};
    CHECK_FALSE(pattern_cost(network, wrong, half));
}
