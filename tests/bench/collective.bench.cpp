// SPDX-License-Identifier: Apache-2.0
// Number of closed forms that one core evaluates per second: the automatic choice over all
// algorithms and protocols, as called by the step-time model.
#include "models/collective/collective.hpp"

#include "models/machine/catalogue.hpp"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>

namespace {

using namespace clustersim;

Network network_at(std::string const& name, std::string const& node_type) {
    auto machine = Catalogue(std::string(PROJECT_DIR) + "/systems").load(name);
    if (!machine) std::abort();
    NodeType const& type = machine->system.node_types.at(node_type);
    return network_of(type, machine->system.fabric_of(type), 128);
}

void evaluate(benchmark::State& state, Collective collective) {
    static Network const network = network_at("discoverer", "dgx-h200");
    double size = 8.0;
    for (auto _ : state) {
        FastestAlgorithm const choice = choose(collective, bytes(size), {1024, 8, 1}, network);
        benchmark::DoNotOptimize(choice.time);
        size = size > 1e9 ? 8.0 : size * 2.0;
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(evaluate, all_reduce, Collective::all_reduce);
BENCHMARK_CAPTURE(evaluate, all_gather, Collective::all_gather);
BENCHMARK_CAPTURE(evaluate, all_to_all, Collective::all_to_all);

/// Including the levels of the machine, which are computed for each placement.
void evaluate_placement(benchmark::State& state) {
    auto const machine = Catalogue(std::string(PROJECT_DIR) + "/systems").load("leonardo");
    if (!machine) std::abort();
    NodeType const& type = machine->system.node_types.at("booster");
    FabricParameters const& fabric = machine->system.fabric_of(type);
    for (auto _ : state) {
        Network const network = network_of(type, fabric, 64);
        benchmark::DoNotOptimize(all_reduce(bytes(1e8), {256, 4, 1}, network));
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(evaluate_placement);

}  // namespace
