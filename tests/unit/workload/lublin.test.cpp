// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/mix.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <vector>

using namespace clustersim;

namespace {

constexpr std::int32_t machine = 128;
constexpr double day_seconds = 86400.0;

/// The published parameters, as shipped.
Lublin published() {
    return std::get<Lublin>(load_mix("lublin-cpu", PROJECT_DIR "/workloads/mixes")->source);
}

}  // namespace

TEST_CASE("the Lublin model's sizes sum to one and match its samples", "[workload][unit]") {
    Lublin const model = published();
    auto const probability = size_probabilities(model, machine);
    CHECK(std::accumulate(probability.begin(), probability.end(), 0.0) ==
          Approx(1.0).epsilon(1e-12));
    std::vector<double> sampled(machine + 1, 0.0);
    RandomStream random(3, "lublin sizes");
    constexpr int n = 200000;
    for (int i = 0; i < n; ++i)
        sampled[static_cast<std::size_t>(sample_size(model, machine, random))] += 1.0 / n;
    for (std::size_t size = 1; size <= machine; ++size) {
        INFO("size " << size);
        CHECK(std::abs(sampled[size] - probability[size]) <
              4.0 * std::sqrt(probability[size] / n) + 1e-5);
    }
}

TEST_CASE("the Lublin model has its published shares of serial and power-of-two jobs",
          "[workload][unit]") {
    Lublin const model = published();
    auto const probability = size_probabilities(model, machine);
    // 24.4 % serial by name; the smallest parallel size of the model, 2^0.8, never rounds to 1.
    CHECK(probability[1] == Approx(0.244));
    double powers = 0.0;
    for (std::uint32_t size = 2; size <= machine; size *= 2) powers += probability[size];
    // 57.6 % from the parameter, and a few more by rounding.
    CHECK(powers > 0.576);
    CHECK(powers < 0.576 + 0.18 * 0.5);
    // The first stage, 86 % of the parallel jobs, ends at 2^4.5 = 22.6.
    double small = 0.0;
    for (std::size_t size = 2; size <= 22; ++size) small += probability[size];
    CHECK(small / (1.0 - 0.244) == Approx(0.86).margin(0.03));
}

TEST_CASE("the Lublin model's log run times have the moments of its two gammas",
          "[workload][unit]") {
    Lublin const model = published();
    // For one processor p = 0.78 - 0.0054; means of ln run 4.2 * 0.94 and 312 * 0.03.
    double const p = 0.7746;
    CHECK(short_run_probability(model, 1, machine) == Approx(p));
    CHECK(short_run_probability(model, machine, machine) == Approx(0.78 - 0.0054 * 128));
    CHECK(short_run_probability(model, 1024, 1024) == Approx(0.78 - 0.0054 * 128));
    RandomStream random(5, "lublin runs");
    double sum = 0.0;
    double cut = 0.0;
    constexpr int n = 100000;
    for (int i = 0; i < n; ++i) {
        auto const run = static_cast<double>(sample_run(model, 1, machine, random).count);
        CHECK(run <= std::exp(12.0) + 1.0);
        sum += std::log(run);
        cut += std::min(run, 18.0 * 3600.0);
    }
    CHECK(sum / n == Approx(p * 3.948 + (1.0 - p) * 9.36).epsilon(0.01));
    CHECK(cut / n == Approx(mean_run(model, 1, machine, Seconds{18 * 3600}).si()).epsilon(0.02));
}

TEST_CASE("the Lublin model's day is quiet at night and busy in the afternoon",
          "[workload][unit]") {
    auto const rate = daily_rate(published());
    CHECK(std::accumulate(rate.begin(), rate.end(), 0.0) == Approx(48.0));
    // The gamma's mode, 7.1737 * 3.9631 = 28.4 half hours, is 14:00.
    auto const busiest = std::max_element(rate.begin(), rate.end()) - rate.begin();
    CHECK(busiest == 27);
    auto const quietest = std::min_element(rate.begin(), rate.end()) - rate.begin();
    CHECK(quietest >= 8);
    CHECK(quietest <= 12);
    CHECK(*std::ranges::max_element(rate) > 3.0 * *std::ranges::min_element(rate));
}

TEST_CASE("the Lublin model has the requested arrival rate", "[workload][unit]") {
    Lublin const model = published();
    // Two million samples by another program have a mean of 909 s and a deviation seven times as
    // large, so half a million arrivals match the rate within 1 % or so.
    CHECK(mean_gap(model).si() == Approx(909.0).epsilon(0.01));
    RandomStream random(11, "lublin arrivals");
    std::size_t jobs = 0;
    Instant last{0};
    bool sorted = true;
    generate(model,
             {5000.0 / day_seconds, Seconds{100 * 86400}, machine},
             random,
             [&](Arrival const& job, double) {
                 sorted = sorted && job.submit >= last;
                 last = job.submit;
                 ++jobs;
             });
    CHECK(sorted);
    CHECK(static_cast<double>(jobs) == Approx(500000.0).epsilon(0.03));
}
