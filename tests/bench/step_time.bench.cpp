// SPDX-License-Identifier: Apache-2.0
// Number of configurations that the step-time model evaluates per second on one core. A search over
// parallel plans or a sweep calls it once for each.
#include "models/application/application_catalogue.hpp"
#include "models/application/scaling.hpp"
#include "models/machine/catalogue.hpp"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace clustersim;

struct Setting {
    Application application;
    Platform platform;
    std::vector<Plan> plans;  ///< all with one precision, so that they share a context
    StepContext context;
};

Setting setting(std::string const& application, Precision precision) {
    auto loaded =
        load_application(application, std::string(PROJECT_DIR) + "/workloads/applications");
    auto machine = Catalogue(std::string(PROJECT_DIR) + "/systems").load("leonardo");
    if (!loaded || !machine) std::abort();
    auto platform = platform_of(machine->system, machine->system.default_partition());
    if (!platform) std::abort();
    Setting s{std::move(*loaded), std::move(*platform), {}, {}};
    bool const decoder = std::holds_alternative<Transformer>(s.application.model);
    for (int tensor = 1; tensor <= (decoder ? s.platform.node.gpus : 1); tensor *= 2) {
        for (int pipeline : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 96}) {
            if (!decoder && pipeline > 1) continue;
            for (int data = 1; data <= 256; data *= 2) {
                for (int micro_batch : {1, 2, 4, 8}) {
                    Plan plan;
                    plan.tensor = tensor;
                    plan.pipeline = pipeline;
                    plan.data = data;
                    plan.micro_batch = micro_batch;
                    plan.accumulation = 64;
                    plan.precision = precision;
                    if (data > 1) plan.sharding = Sharding::optimizer;
                    s.plans.push_back(plan);
                }
            }
        }
    }
    auto context = prepare_step(s.application, s.platform, s.plans.front());
    if (!context) std::abort();
    s.context = *context;
    return s;
}

template <class Model>
void evaluate(benchmark::State& state, Setting const& s) {
    auto const& model = std::get<Model>(s.application.model);
    std::size_t next = 0;
    for (auto _ : state) {
        StepTime const step = step_time(model, s.plans[next], s.context);
        benchmark::DoNotOptimize(step.total);
        next = next + 1 == s.plans.size() ? 0 : next + 1;
    }
    state.SetItemsProcessed(state.iterations());
}

void transformer_step(benchmark::State& state) {
    static Setting const s = setting("gpt3-175b", Precision::fp16);
    evaluate<Transformer>(state, s);
}
BENCHMARK(transformer_step);

void cnn_step(benchmark::State& state) {
    static Setting const s = setting("resnet50", Precision::fp16);
    evaluate<Cnn>(state, s);
}
BENCHMARK(cnn_step);

/// Including the checks of plan and memory, as called by a scenario.
void checked_step(benchmark::State& state) {
    static Setting const s = setting("gpt-857m", Precision::fp16);
    for (auto _ : state) {
        auto const step = step_time(s.application, s.platform, s.plans.front());
        benchmark::DoNotOptimize(step->total);
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(checked_step);

}  // namespace
