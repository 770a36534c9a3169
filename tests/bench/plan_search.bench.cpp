// SPDX-License-Identifier: Apache-2.0
// Number of plans that a search evaluates per second on one core. A plan is one combination of
// widths, stages, pieces, micro-batch, states and recomputation; its memory is computed, and its
// step time if it fits.
#include "models/application/plan_search.hpp"

#include "models/application/application_catalogue.hpp"
#include "models/machine/catalogue.hpp"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>

namespace {

using namespace clustersim;

void search(benchmark::State& state, std::string const& name) {
    auto application = load_application(name, std::string(PROJECT_DIR) + "/workloads/applications");
    auto machine = Catalogue(std::string(PROJECT_DIR) + "/systems").load("leonardo");
    if (!application || !machine) std::abort();
    auto platform = platform_of(machine->system, machine->system.default_partition());
    if (!platform) std::abort();
    PlanSpace space;
    space.devices = static_cast<int>(state.range(0));
    space.global_batch = application->training.strong_batch.value_or(1024);
    std::size_t looked_at = 0;
    std::size_t fitting = 0;
    for (auto _ : state) {
        auto const found = search_plans(*application, *platform, space);
        if (!found) std::abort();
        looked_at += found->looked_at;
        fitting += found->fitting;
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(looked_at));
    state.counters["fitting"] =
        benchmark::Counter(static_cast<double>(fitting), benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(search, gpt3_175b, std::string("gpt3-175b"))->Arg(1024)->Arg(1536);
BENCHMARK_CAPTURE(search, mixtral_8x7b, std::string("mixtral-8x7b"))->Arg(128);

}  // namespace
