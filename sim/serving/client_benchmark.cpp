// SPDX-License-Identifier: Apache-2.0
//
// The benchmark of vLLM, SGLang and InferenceX: with `--request-rate inf`, `--max-concurrency C` and `--num-prompts 10 C`.
// All clients start at once, so the prompts of the first requests wait for each other; those of later ones come in the order
// in which outputs end. Lengths are uniform between `--random-range-ratio` times a length and the length.
// Source. vllm-project/vllm, benchmarks/benchmark_serving.py; kimbochen/bench_serving, benchmark_serving.py (the copy that
// InferenceX, SemiAnalysis, uses), sample_random_requests.
#include "sim/serving/client_benchmark.hpp"

#include "sim/core/random_stream.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace clustersim {
namespace {

double mean_of(std::vector<double> const& values) {
    if (values.empty()) return 0.0;
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double median_of(std::vector<double>& values) {
    if (values.empty()) return 0.0;
    auto const middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

}  // namespace

BenchmarkTimes client_benchmark(IterationTime& time,
                                EngineLimits const& limits,
                                BenchmarkRequests const& requests,
                                std::uint64_t seed) {
    RandomStream lengths(seed, "benchmark lengths");
    RandomStream delays(seed, "benchmark delays");
    Replica replica(time, limits);
    int left = requests.clients * requests.per_client;
    std::size_t const counted_from =
        requests.steady ? static_cast<std::size_t>(requests.clients) : 0;
    auto const sample = [&](int most) {
        int const least = std::max(1, static_cast<int>(requests.least * most));
        return least +
               static_cast<int>(lengths.uniform_int(static_cast<std::uint64_t>(most - least) + 1));
    };
    auto const send = [&] {
        if (left == 0) return;
        --left;
        int const prompt = sample(requests.prompt);
        int output = sample(requests.output);
        if (replica.arrivals() < counted_from)
            output = 1 + static_cast<int>(lengths.uniform_int(static_cast<std::uint64_t>(output)));
        replica.arrive(replica.clock(), prompt, output, 2.0 * delays.uniform01());
    };
    for (int i = 0; i < requests.clients; ++i) send();
    std::vector<double> first;
    std::vector<double> between;
    double tokens = 0.0;
    while (!replica.idle()) {
        Iteration const& iteration = replica.iterate(std::numeric_limits<double>::infinity());
        tokens += static_cast<double>(iteration.generated);
        std::size_t const ended = iteration.ended.size();
        for (ServedRequest const& request : iteration.ended) {
            if (request.number < counted_from) continue;
            first.push_back(request.first_token - request.arrival);
            if (request.output > 1)
                between.push_back((request.end - request.first_token) / (request.output - 1));
        }
        for (std::size_t i = 0; i < ended; ++i) send();
    }
    return {mean_of(first),
            median_of(first),
            mean_of(between),
            median_of(between),
            tokens / replica.clock()};
}

}  // namespace clustersim
