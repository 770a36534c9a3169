// SPDX-License-Identifier: Apache-2.0
#include "models/flow/flow_traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

void check(std::span<Flow const> flows, Diagnostics& problems) {
    auto const wrong = [](double value) { return !std::isfinite(value) || value < 0.0; };
    for (std::size_t flow = 0; flow < flows.size(); ++flow) {
        if (wrong(flows[flow].bytes.si())) {
            problems.add(problem(Code::out_of_range,
                                 fmt::format("flow {}: {} bytes", flow, flows[flow].bytes.si())));
        }
        if (wrong(flows[flow].start.si())) {
            problems.add(
                problem(Code::out_of_range,
                        fmt::format("flow {}: starts at {} s", flow, flows[flow].start.si())));
        }
    }
}

/// Only the links that the flows cross, numbered in the order of first use.
struct Used {
    std::vector<Bandwidth> capacities;
    Routes routes;
};

Used used_links(std::span<Bandwidth const> capacities, Routes const& routes) {
    constexpr LinkIndex unused = 0xffffffff;
    std::vector<LinkIndex> number(capacities.size(), unused);
    Used used;
    std::vector<LinkIndex> route;
    for (std::size_t flow = 0; flow < routes.size(); ++flow) {
        route.clear();
        for (LinkIndex const link : routes[flow]) {
            if (number[link] == unused) {
                number[link] = static_cast<LinkIndex>(used.capacities.size());
                used.capacities.push_back(capacities[link]);
            }
            route.push_back(number[link]);
        }
        used.routes.add(route);
    }
    return used;
}

}  // namespace

Result<std::vector<Duration>> completion_times(FlowNetwork const& network,
                                               std::span<Flow const> flows) {
    Diagnostics problems;
    check(flows, problems);
    std::vector<EndpointPair> pairs;
    pairs.reserve(flows.size());
    for (Flow const& flow : flows) pairs.push_back({flow.from, flow.to});
    auto const routes = route_all(network, pairs);
    if (!routes) problems.append(routes.error());
    if (problems.has_errors()) return failure(std::move(problems));
    auto engine = SimGridEngine::start();
    if (!engine) return failure(engine.error());

    std::vector<Transfer> transfers;
    transfers.reserve(flows.size());
    for (std::size_t flow = 0; flow < flows.size(); ++flow) {
        transfers.push_back(
            {flows[flow].bytes, flows[flow].start + latency_of(network, (*routes)[flow])});
    }
    return completion_times(*engine, capacities(network), *routes, transfers);
}

Result<std::vector<Duration>> completion_times(SimGridEngine& engine,
                                               std::span<Bandwidth const> capacities,
                                               Routes const& routes,
                                               std::span<Transfer const> transfers) {
    Used const used = used_links(capacities, routes);
    return engine.completion_times(used.capacities, used.routes, transfers);
}

}  // namespace clustersim
