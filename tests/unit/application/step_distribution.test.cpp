// SPDX-License-Identifier: Apache-2.0
#include "models/application/step_distribution.hpp"

#include "models/application/batch_rates.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

using namespace clustersim;

namespace {

/// One link of 10 B/s, crossed by the job's one flow and its neighbours' flows.
std::vector<Bandwidth> const the_link{bytes_per_second(10)};

Routes one_flow() {
    Routes routes;
    std::vector<LinkIndex> const route{0};
    routes.add(route);
    return routes;
}

/// A second of compute and 5 bytes of exposed traffic.
SampledStep sampled_step() {
    SampledStep s;
    s.at_rate = [](Bandwidth port) { return seconds(1.0) + bytes(5) / port; };
    s.port = bytes_per_second(10);
    s.compute = seconds(1.0);
    s.devices = 4;
    return s;
}

std::vector<Duration> times(std::vector<Neighbour> const& neighbours,
                            ComputeNoise const& noise,
                            int batches,
                            std::uint64_t seed = 1) {
    RandomStream phases(seed, "phases");
    RandomStream random(seed, "noise");
    Contention contention(the_link, one_flow(), neighbours, phases);
    SampledStep const step = sampled_step();
    auto const sampled =
        sample_steps(step, rates_among_bursts(contention, step), noise, batches, random);
    REQUIRE(sampled);
    return sampled->batches;
}

std::vector<Duration> ascending(std::vector<double> const& values) {
    std::vector<Duration> all;
    for (double const value : values) all.push_back(seconds(value));
    std::ranges::sort(all);
    return all;
}

}  // namespace

TEST_CASE("without neighbours and noise every batch takes the quiet step", "[application][unit]") {
    for (Duration const time : times({}, {}, 20)) CHECK(time.si() == Approx(1.5));
}

TEST_CASE("a neighbour that always sends halves the rate of every batch", "[application][unit]") {
    std::vector const always{Neighbour{one_flow(), 1.0, seconds(1)}};
    for (Duration const time : times(always, {}, 20)) CHECK(time.si() == Approx(2.0));
}

TEST_CASE("a neighbour with long phases splits the batches into fast and slow ones",
          "[application][unit]") {
    std::vector const slow{Neighbour{one_flow(), 0.25, seconds(400)}};
    auto const all = times(slow, {}, 1000);
    auto const fast = std::ranges::count_if(
        all, [](Duration t) { return t < seconds(1.5 + 1e-9); });
    auto const late =
        std::ranges::count_if(all, [](Duration t) { return t > seconds(2.0 - 1e-9); });
    // Slow batches are longer, so a quarter of the time holds fewer of them: 0.25/2 to 0.75/1.5.
    CHECK(late == Approx(200).margin(20));
    CHECK(fast + late >= 990);
}

TEST_CASE("a batch waits for the slowest of its devices", "[application][unit]") {
    ComputeNoise noise;
    noise.jitter = 0.1;
    auto all = times({}, noise, 2000);
    std::ranges::sort(all);
    // The median of the largest of four lognormal factors: exp(0.1 z) with Phi(z)^4 = 1/2, z = 0.9985.
    CHECK(batch_quantile(all, 0.5).si() == Approx(0.5 + 1.1050).epsilon(0.01));
}

TEST_CASE("a straggler delays as many batches as its chance says", "[application][unit]") {
    ComputeNoise noise;
    noise.straggler_chance = 0.1;
    noise.straggler_delay = 0.5;
    auto const all = times({}, noise, 2000);
    auto const delayed = std::ranges::count_if(all, [](Duration t) { return t > seconds(1.9); });
    CHECK(delayed == Approx(200).margin(40));
    CHECK(std::ranges::max(all).si() == Approx(2.0));
}

TEST_CASE("the same seed gives the same batches", "[application][unit]") {
    ComputeNoise noise;
    noise.jitter = 0.05;
    std::vector const some{Neighbour{one_flow(), 0.5, seconds(7)}};
    CHECK(times(some, noise, 50) == times(some, noise, 50));
    CHECK(times(some, noise, 50) != times(some, noise, 50, 2));
}

TEST_CASE("the elbow is where most batches have ended and the tail begins", "[application][unit]") {
    std::vector<double> values;
    for (int i = 0; i < 80; ++i) values.push_back(1.0 + 0.001 * i);
    for (int i = 0; i < 20; ++i) values.push_back(1.1 + 0.1 * i);
    Elbow const elbow = elbow_of(ascending(values));
    CHECK(elbow.share == Approx(0.8).margin(0.02));
    CHECK(elbow.time.si() == Approx(1.08).margin(0.03));
}

TEST_CASE("equal times have no tail", "[application][unit]") {
    Elbow const elbow = elbow_of(ascending({2, 2, 2}));
    CHECK(elbow.share == 1.0);
    CHECK(elbow.time == seconds(2));
}

TEST_CASE("a batch shares the link with a burst until one of them ends", "[application][unit]") {
    auto const batch_among = [](double burst_bytes) {
        auto engine = SimGridEngine::start();
        REQUIRE(engine);
        // The burst begins with the first batch and is an amount, 10 B/s for the part `duty` of 100 s.
        Neighbour const one{one_flow(), burst_bytes / 1000.0, seconds(100)};
        SampledStep const step = sampled_step();
        BurstTraffic traffic(the_link, one_flow(), std::span(&one, 1));
        ReactingNeighbours reacting{std::move(traffic), {one.period}, {0.0}, std::move(*engine)};
        auto neighbours = std::make_shared<ReactingNeighbours>(std::move(reacting));
        BatchRates const rates =
            rates_among_reacting(std::move(neighbours), step, bytes_per_second(10));
        RandomStream random(1, "noise");
        auto const sampled = sample_steps(step, rates, {}, 2, random);
        REQUIRE(sampled);
        CHECK(sampled->quiet.si() == Approx(1.5));
        // The second batch begins after the burst.
        CHECK(sampled->batches[1].si() == Approx(1.5));
        return sampled->batches[0].si();
    };
    CHECK(batch_among(5.0) == Approx(2.0));   // 5 B and 5 B at half the rate each
    CHECK(batch_among(1.0) == Approx(1.6));   // the batch waits for 1 B of the burst's
    CHECK(batch_among(10.0) == Approx(2.0));  // the batch's own 5 B end first
}
