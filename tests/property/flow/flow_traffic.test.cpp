// SPDX-License-Identifier: Apache-2.0
#include "models/flow/flow_traffic.hpp"

#include "models/flow/max_min.hpp"
#include "tests/support/catch.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace clustersim;

namespace {

constexpr std::uint32_t endpoints = 6;

/// Endpoints with a link up and a link down, and two links between the halves of the machine.
FlowNetwork any_network() {
    FlowNetwork network;
    network.endpoints = endpoints;
    for (std::uint32_t link = 0; link < 2 * endpoints + 2; ++link)
        network.links.push_back({bytes_per_second(*rc::gen::inRange(1, 50)), seconds(0)});
    network.route = [](std::uint32_t from, std::uint32_t to, std::uint64_t, auto& links) {
        if (from == to) return true;
        links.push_back(from);
        bool const left = from < endpoints / 2;
        if (left != (to < endpoints / 2)) links.push_back(2 * endpoints + (left ? 0 : 1));
        links.push_back(endpoints + to);
        return true;
    };
    return network;
}

std::vector<Flow> any_flows(bool together) {
    std::vector<Flow> flows(*rc::gen::inRange<std::size_t>(1, 25));
    for (Flow& flow : flows) {
        flow.from = *rc::gen::inRange<std::uint32_t>(0, endpoints);
        flow.to = (flow.from + *rc::gen::inRange<std::uint32_t>(1, endpoints)) % endpoints;
        flow.bytes = bytes(*rc::gen::inRange(1, 1000));
        flow.start = seconds(together ? 0.0 : 0.5 * *rc::gen::inRange(0, 40));
    }
    return flows;
}

Routes routes_of(FlowNetwork const& network, std::vector<Flow> const& flows) {
    std::vector<EndpointPair> pairs;
    for (Flow const& flow : flows) pairs.push_back({flow.from, flow.to});
    auto routes = route_all(network, pairs);
    RC_ASSERT(routes.has_value());
    return *routes;
}

/// The same result computed step by step with max-min shares: from one start or end to the next.
std::vector<double> by_shares(FlowNetwork const& network, std::vector<Flow> const& flows) {
    Routes const routes = routes_of(network, flows);
    MaxMin solver(capacities(network));
    std::vector<double> left;
    std::vector<double> end(flows.size(), -1.0);
    for (Flow const& flow : flows) left.push_back(flow.bytes.si());
    double now = 0.0;
    for (;;) {
        std::vector<std::size_t> active;
        Routes laid;
        double next = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < flows.size(); ++i) {
            if (end[i] >= 0.0) continue;
            if (flows[i].start.si() > now) {
                next = std::min(next, flows[i].start.si());
            } else {
                active.push_back(i);
                laid.add(routes[i]);
            }
        }
        auto const& rates = solver.shares(laid);
        for (std::size_t k = 0; k < active.size(); ++k)
            next = std::min(next, now + left[active[k]] / rates[k].si());
        if (std::isinf(next)) return end;
        for (std::size_t k = 0; k < active.size(); ++k) {
            std::size_t const i = active[k];
            left[i] -= rates[k].si() * (next - now);
            if (left[i] <= 1e-9 * flows[i].bytes.si()) end[i] = next;
        }
        now = next;
    }
}

}  // namespace

TEST_CASE("SimGrid's times agree with max-min sharing at every instant", "[flow][property]") {
    CHECK(rc::check(
        "flow by flow",
        [] {
            FlowNetwork const network = any_network();
            auto const flows = any_flows(false);
            auto const expected = by_shares(network, flows);
            auto const ends = completion_times(network, flows);
            RC_ASSERT(ends.has_value());
            for (std::size_t i = 0; i < flows.size(); ++i)
                RC_ASSERT(std::abs((*ends)[i].si() - expected[i]) <= 1e-7 * expected[i]);
        }));
    CHECK(rc::check(
        "no flow is faster than its narrowest link, and all together not faster than the fullest",
        [] {
            FlowNetwork const network = any_network();
            auto const flows = any_flows(true);
            Routes const routes = routes_of(network, flows);
            auto const ends = completion_times(network, flows);
            RC_ASSERT(ends.has_value());
            std::vector<double> load(network.links.size(), 0.0);
            for (std::size_t i = 0; i < flows.size(); ++i) {
                for (LinkIndex const link : routes[i]) {
                    load[link] += flows[i].bytes.si();
                    RC_ASSERT((*ends)[i].si() >=
                              (flows[i].bytes / network.links[link].capacity).si() * (1.0 - 1e-9));
                }
            }
            double const last = std::ranges::max(*ends).si();
            for (std::size_t link = 0; link < load.size(); ++link) {
                RC_ASSERT(last >= load[link] / network.links[link].capacity.si() * (1.0 - 1e-9));
            }
        }));
}
