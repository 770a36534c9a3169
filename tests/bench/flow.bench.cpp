// SPDX-License-Identifier: Apache-2.0
// Time and memory to solve one step of a ring with ports anywhere in a machine, including routes:
// by counting messages (if all are equal), by max-min shares, and by SimGrid.
#include "models/collective/flow_cost.hpp"
#include "models/fabric/build.hpp"
#include "models/flow/fabric_network.hpp"
#include "models/flow/flow_traffic.hpp"
#include "models/flow/max_min.hpp"
#include "models/machine/catalogue.hpp"
#include "sim/core/random_stream.hpp"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <numeric>
#include <string>
#include <sys/resource.h>
#include <utility>
#include <vector>

namespace {

using namespace clustersim;

/// A machine's default partition on its fabric.
struct Place {
    Fabric fabric;
    Routing routing;
    std::vector<FabricNodeId> nodes;
};

Place place_on(std::string const& name) {
    auto const loaded = Catalogue(std::string(PROJECT_DIR) + "/systems").load(name);
    if (!loaded) std::abort();
    System const& system = loaded->system;
    Partition const& partition = system.default_partition();
    auto fabric = build_fabric(system, partition);
    if (!fabric) std::abort();
    auto nodes = nodes_of(*fabric, system, partition);
    Routing const routing = system.fabric_of(system.node_type_of(partition)).routing;
    return {std::move(*fabric), routing, std::move(nodes)};
}

/// A ring through `count` ports of nodes in any order: all ports of a node before those of the
/// next.
std::vector<EndpointPair> ring(Place const& place, std::size_t count) {
    std::vector<FabricNodeId> any = place.nodes;
    RandomStream random(1, "bench placement");
    for (std::size_t i = any.size(); i > 1; --i) std::swap(any[i - 1], any[random.uniform_int(i)]);
    std::vector<std::uint32_t> ports;
    for (FabricNodeId const node : any)
        for (std::uint32_t nic = 0; nic < place.fabric.nics_of(node); ++nic)
            ports.push_back(place.fabric.endpoint_of(node, nic).value);
    if (ports.size() < count) std::abort();
    std::vector<EndpointPair> pairs;
    for (std::size_t i = 0; i < count; ++i) pairs.push_back({ports[i], ports[(i + 1) % count]});
    return pairs;
}

double peak_megabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

template <class Solve>
void ring_step(benchmark::State& state, std::string const& name, Solve const& solve) {
    Place const place = place_on(name);
    auto const pairs = ring(place, static_cast<std::size_t>(state.range(0)));
    for (auto _ : state) {
        // Adaptive routes depend on earlier requests, so that every step has a router of its own.
        Router router(place.fabric, place.routing);
        FlowNetwork const network = flow_network_of(router);
        benchmark::DoNotOptimize(solve(network, pairs));
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
    state.counters["peak_MB"] = peak_megabytes();
}

void counted(benchmark::State& state, std::string const& name) {
    ring_step(
        state,
        name,
        [](FlowNetwork const& network, auto const& pairs) {
            auto const cost = pattern_cost(network, pairs, capacities(network));
            if (!cost) std::abort();
            return cost->port_limit;
        });
}

void shares(benchmark::State& state, std::string const& name) {
    ring_step(
        state,
        name,
        [](FlowNetwork const& network, auto const& pairs) {
            auto const routes = route_all(network, pairs);
            if (!routes) std::abort();
            return max_min_shares(capacities(network), *routes).back();
        });
}

void simgrid(benchmark::State& state, std::string const& name) {
    ring_step(
        state,
        name,
        [](FlowNetwork const& network, auto const& pairs) {
            std::vector<Flow> flows;
            for (EndpointPair const& pair : pairs)
                flows.push_back({pair.from, pair.to, bytes(1e6), seconds(0)});
            auto const ends = completion_times(network, flows);
            if (!ends) std::abort();
            return ends->back();
        });
}

BENCHMARK_CAPTURE(counted, leonardo, "leonardo")
    ->Arg(1024)
    ->Arg(4096)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(counted, jupiter, "jupiter")
    ->Arg(1024)
    ->Arg(4096)
    ->Arg(16384)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(shares, leonardo, "leonardo")
    ->Arg(1024)
    ->Arg(4096)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(shares, jupiter, "jupiter")
    ->Arg(1024)
    ->Arg(4096)
    ->Arg(16384)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simgrid, leonardo, "leonardo")
    ->Arg(1024)
    ->Arg(4096)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simgrid, jupiter, "jupiter")->Arg(1024)->Arg(4096)->Unit(benchmark::kMillisecond);

}  // namespace
