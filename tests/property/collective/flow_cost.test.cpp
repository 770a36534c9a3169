// SPDX-License-Identifier: Apache-2.0
#include "models/collective/flow_cost.hpp"

#include "models/flow/flow_traffic.hpp"
#include "models/flow/max_min.hpp"
#include "tests/support/catch.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace clustersim;

namespace {

constexpr std::uint32_t islands = 3;
constexpr std::uint32_t per_island = 4;
constexpr std::uint32_t endpoints = islands * per_island;

/// Equal ports, and links of any width between all islands.
FlowNetwork any_network() {
    FlowNetwork network;
    network.endpoints = endpoints;
    network.links.assign(2 * endpoints, {bytes_per_second(10), seconds(0)});
    for (std::uint32_t link = 0; link < islands * islands; ++link)
        network.links.push_back({bytes_per_second(*rc::gen::inRange(1, 60)), seconds(0)});
    network.route = [](std::uint32_t from, std::uint32_t to, std::uint64_t, auto& links) {
        if (from == to) return true;
        std::uint32_t const a = from / per_island;
        std::uint32_t const b = to / per_island;
        links.push_back(from);
        if (a != b) links.push_back(2 * endpoints + a * islands + b);
        links.push_back(endpoints + to);
        return true;
    };
    return network;
}

std::vector<EndpointPair> any_messages() {
    std::vector<EndpointPair> messages(*rc::gen::inRange<std::size_t>(1, 40));
    for (EndpointPair& m : messages) {
        m.from = *rc::gen::inRange<std::uint32_t>(0, endpoints);
        m.to = (m.from + *rc::gen::inRange<std::uint32_t>(1, endpoints)) % endpoints;
    }
    return messages;
}

int busiest_port(std::vector<EndpointPair> const& messages) {
    std::vector<int> sent(endpoints, 0);
    std::vector<int> received(endpoints, 0);
    int most = 0;
    for (EndpointPair const& m : messages)
        most = std::max({most, ++sent[m.from], ++received[m.to]});
    return most;
}

}  // namespace

TEST_CASE("the most loaded link determines when equal messages end", "[collective][property]") {
    CHECK(rc::check("as in SimGrid, message by message", [] {
        FlowNetwork const network = any_network();
        auto const messages = any_messages();
        auto const cost = pattern_cost(network, messages, capacities(network));
        RC_ASSERT(cost.has_value());
        std::vector<Flow> flows;
        for (EndpointPair const& m : messages)
            flows.push_back({m.from, m.to, bytes(100), seconds(0)});
        auto const ends = completion_times(network, flows);
        RC_ASSERT(ends.has_value());
        double const port = std::min(10.0, cost->port_limit.si());
        double const expected = busiest_port(messages) * 100.0 / port;
        RC_ASSERT(std::abs(std::ranges::max(*ends).si() - expected) <= 1e-6 * expected);
    }));
    CHECK(rc::check("as by the slowest max-min share", [] {
        FlowNetwork const network = any_network();
        auto const messages = any_messages();
        auto const cost = pattern_cost(network, messages, capacities(network));
        auto const routes = route_all(network, messages);
        RC_ASSERT(cost.has_value() && routes.has_value());
        double const slowest = std::ranges::min(max_min_shares(capacities(network), *routes)).si();
        double const port = std::min(10.0, cost->port_limit.si());
        RC_ASSERT(std::abs(slowest * busiest_port(messages) - port) <= 1e-9 * port);
    }));
    CHECK(rc::check("for any order of the messages", [] {
        FlowNetwork const network = any_network();
        auto messages = any_messages();
        auto const before = pattern_cost(network, messages, capacities(network));
        std::ranges::reverse(messages);
        auto const after = pattern_cost(network, messages, capacities(network));
        RC_ASSERT(before->port_limit == after->port_limit);
    }));
}
