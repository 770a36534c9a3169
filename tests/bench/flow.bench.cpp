// SPDX-License-Identifier: Apache-2.0
// How long one step of a ring takes to solve whose ranks lie anywhere in a machine of groups: by SimGrid
// and by the shares alone, which is all that equal messages need.
#include "models/flow/max_min.hpp"
#include "models/flow/traffic.hpp"
#include "sim/core/random_stream.hpp"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

namespace {

using namespace clustersim;

constexpr std::uint32_t groups = 32;

/// A link up and down for each endpoint, and eight times a port's rate between each pair of groups.
FlowNetwork machine(std::uint32_t endpoints) {
    FlowNetwork network;
    network.endpoints = endpoints;
    network.links.assign(2 * endpoints, {bytes_per_second(25e9), seconds(1e-6)});
    network.links.resize(2 * endpoints + groups * groups, {bytes_per_second(200e9), seconds(1e-6)});
    network.route = [endpoints](std::uint32_t from, std::uint32_t to, std::uint64_t, auto& links) {
        std::uint32_t const a = from * groups / endpoints;
        std::uint32_t const b = to * groups / endpoints;
        links.push_back(from);
        if (a != b) links.push_back(2 * endpoints + a * groups + b);
        links.push_back(endpoints + to);
        return true;
    };
    return network;
}

std::vector<std::uint32_t> anywhere(std::uint32_t endpoints) {
    std::vector<std::uint32_t> place(endpoints);
    std::iota(place.begin(), place.end(), 0U);
    RandomStream random(1, "bench placement");
    for (std::uint32_t i = endpoints; i > 1; --i) {
        std::swap(place[i - 1], place[random.uniform_int(i)]);
    }
    return place;
}

void ring_step_simgrid(benchmark::State& state) {
    auto const n = static_cast<std::uint32_t>(state.range(0));
    FlowNetwork const network = machine(n);
    auto const place = anywhere(n);
    std::vector<Flow> flows;
    for (std::uint32_t i = 0; i < n; ++i) {
        flows.push_back({place[i], place[(i + 1) % n], bytes(1e6), seconds(0)});
    }
    for (auto _ : state) {
        auto const ends = completion_times(network, flows);
        if (!ends) std::abort();
        benchmark::DoNotOptimize(ends->back());
    }
    state.SetItemsProcessed(state.iterations() * n);
}
BENCHMARK(ring_step_simgrid)->Arg(1024)->Arg(4096)->Unit(benchmark::kMillisecond);

void ring_step_shares(benchmark::State& state) {
    auto const n = static_cast<std::uint32_t>(state.range(0));
    FlowNetwork const network = machine(n);
    auto const place = anywhere(n);
    std::vector<EndpointPair> pairs;
    for (std::uint32_t i = 0; i < n; ++i) pairs.push_back({place[i], place[(i + 1) % n]});
    for (auto _ : state) {
        auto const routes = route_all(network, pairs);
        if (!routes) std::abort();
        auto const shares = max_min_shares(capacities(network), *routes);
        benchmark::DoNotOptimize(shares.back());
    }
    state.SetItemsProcessed(state.iterations() * n);
}
BENCHMARK(ring_step_shares)->Arg(1024)->Arg(4096)->Arg(16384)->Unit(benchmark::kMillisecond);

}  // namespace
