// SPDX-License-Identifier: Apache-2.0
#include "sim/core/random_stream.hpp"
#include "sim/engine/simulation.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace clustersim;

namespace {

/// Jobs that offer `load` to the pool: sizes log-uniform up to a quarter of it, run times
/// log-normal with a mean of about two hours, requests padded up to fivefold, exponential gaps. If
/// nodes are shared, seven of ten jobs request some units of one node.
std::vector<Job> synthetic_jobs(PoolShape shape, std::int64_t count, double load) {
    RandomStream random(20260101, "bench.replay");
    std::vector<Job> jobs(static_cast<std::size_t>(count));
    double work = 0.0;
    for (Job& job : jobs) {
        job.run = {std::clamp<std::int64_t>(std::llround(random.lognormal(8.0, 1.4)), 1, 86400)};
        double const padded = static_cast<double>(job.run.count) * random.uniform(1.0, 5.0);
        job.requested = {
            std::max<std::int64_t>(900, std::llround(std::ceil(padded / 900.0)) * 900)};
        bool const part = shape.units_per_node > 1 && random.bernoulli(0.7);
        double const most = std::log2(std::max(2.0, shape.nodes / 4.0));
        job.nodes = part ? 1 : static_cast<std::int32_t>(std::exp2(random.uniform(0.0, most)));
        job.units = part ? 1 + static_cast<std::int32_t>(random.uniform_int(
                                   static_cast<std::uint64_t>(shape.units_per_node)))
                         : shape.units_per_node;
        work += static_cast<double>(job.total_units() * job.run.count);
    }
    double const gap =
        work / (load * static_cast<double>(shape.total_units())) / static_cast<double>(count);
    double clock = 0.0;
    std::int64_t id = 0;
    for (Job& job : jobs) {
        clock += random.exponential(gap);
        job.submit = {static_cast<std::int64_t>(clock)};
        job.id = ++id;
    }
    return jobs;
}

void replay(benchmark::State& state, char const* policy, PoolShape shape, double load) {
    auto const jobs = synthetic_jobs(shape, state.range(0), load);
    for (auto _ : state) {
        Simulation simulation(shape, *find_policy(policy), jobs);
        simulation.run();
        benchmark::DoNotOptimize(simulation.now());
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

/// Cost of one question "when would this job start?" in the middle of a busy queue.
void fork_and_probe(benchmark::State& state) {
    PoolShape const shape{.nodes = 1000};
    auto const jobs = synthetic_jobs(shape, state.range(0), 0.9);
    Simulation simulation(shape, *find_policy("easy"), jobs);
    simulation.run_until(jobs[jobs.size() / 2].submit);
    for (auto _ : state) {
        Simulation fork = simulation;
        JobIndex const probe = fork.submit_now(
            {.id = 0, .submit = {}, .run = {3600}, .requested = {7200}, .nodes = 64, .units = 1});
        benchmark::DoNotOptimize(fork.run_until_started(probe, Horizon::days(60)));
    }
}

constexpr PoolShape counted{.nodes = 1000};
constexpr PoolShape gpus{.nodes = 1000, .units_per_node = 4};

}  // namespace

BENCHMARK_CAPTURE(replay, fcfs, "fcfs", counted, 0.7)->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replay, easy, "easy", counted, 0.9)
    ->Arg(10'000)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replay, easy_overload, "easy", counted, 1.2)
    ->Arg(100'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replay, conservative, "conservative", counted, 0.9)
    ->Arg(10'000)
    ->Arg(100'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replay, easy_shared_gpus, "easy", gpus, 0.9)
    ->Arg(10'000)
    ->Arg(100'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replay, conservative_shared_gpus, "conservative", gpus, 0.8)
    ->Arg(1'000)
    ->Arg(10'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(fork_and_probe)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMicrosecond);
