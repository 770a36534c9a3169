// SPDX-License-Identifier: Apache-2.0
// Time to build the fabric of a whole machine, and number of routes found on it per second.
#include "models/fabric/build.hpp"
#include "models/fabric/routing.hpp"
#include "models/machine/catalogue.hpp"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace {

using namespace clustersim;

LoadedSystem machine(std::string const& name) {
    auto loaded = Catalogue(std::string(PROJECT_DIR) + "/systems").load(name);
    if (!loaded) std::abort();
    return std::move(*loaded);
}

double resident_megabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

void build(benchmark::State& state, std::string const& name) {
    LoadedSystem const loaded = machine(name);
    std::string const network = network_of(loaded.system, loaded.system.default_partition());
    for (auto _ : state) {
        auto fabric = build_fabric(loaded.system, network);
        benchmark::DoNotOptimize(fabric->link_count());
    }
    state.counters["peak_MB"] = resident_megabytes();
}
BENCHMARK_CAPTURE(build, lumi, "lumi")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(build, leonardo, "leonardo")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(build, jupiter, "jupiter")->Unit(benchmark::kMillisecond);

void route(benchmark::State& state, std::string const& name, Routing routing) {
    LoadedSystem const loaded = machine(name);
    auto const fabric = build_fabric(loaded.system, loaded.system.default_partition());
    if (!fabric) std::abort();
    Router router(*fabric, routing);
    std::vector<Bandwidth> const load(fabric->link_count(), bytes_per_second(1e9));
    router.set_load(load);
    std::vector<LinkId> links;
    std::uint32_t const count = fabric->endpoint_count();
    std::uint64_t flow = 0;
    for (auto _ : state) {
        auto const from = static_cast<std::uint32_t>(flow * 7919 % count);
        router.route({from}, {(from + 104729) % count}, flow, links);
        benchmark::DoNotOptimize(links.data());
        ++flow;
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(route, lumi_minimal, "lumi", Routing::minimal);
BENCHMARK_CAPTURE(route, lumi_ecmp, "lumi", Routing::ecmp);
BENCHMARK_CAPTURE(route, lumi_adaptive, "lumi", Routing::adaptive);
BENCHMARK_CAPTURE(route, jupiter_ecmp, "jupiter", Routing::ecmp);
BENCHMARK_CAPTURE(route, marenostrum5_ecmp, "marenostrum5", Routing::ecmp);

}  // namespace
