// SPDX-License-Identifier: Apache-2.0
//
// Length of a run: ten batches of about 1,000 requests after a warm-up of two. Batches are longer where more requests run
// at the same time, and shorter where outputs are so long that a run would need more than 20 million passes.
#include "sim/serving/steady_load.hpp"

#include <algorithm>

namespace clustersim {
namespace {

constexpr double most_passes = 2e7;
constexpr int usual_batch = 1000;
constexpr int least_batch = 20;

int batch_size(int output, int at_once) {
    int const most = static_cast<int>(most_passes / LoadMeter::batches / output);
    return std::clamp(std::max(usual_batch, at_once), least_batch, std::max(least_batch, most));
}

}  // namespace

SteadyLoad open_load(IterationTime& time,
                     EngineLimits const& limits,
                     RequestLengths const& lengths,
                     double rate,
                     std::uint64_t seed) {
    RandomStream arrivals(seed, "inference arrivals");
    RandomStream sizes(seed, "inference lengths");
    int const batch = batch_size(lengths.output, limits.sequences);
    LoadMeter meter(2 * batch, batch);
    Replica replica(time, limits);
    double next = arrivals.exponential(1.0 / rate);
    while (!meter.complete()) {
        if (replica.idle() && next > replica.clock()) replica.wait_until(next);
        for (; next <= replica.clock(); next += arrivals.exponential(1.0 / rate)) {
            auto const [prompt, output] = lengths.sample(sizes);
            replica.arrive(next, prompt, output);
            meter.arrived(next);
        }
        meter.ran(replica.iterate());
    }
    return meter.load();
}

SteadyLoad closed_load(IterationTime& time,
                       EngineLimits const& limits,
                       RequestLengths const& lengths,
                       int clients,
                       std::uint64_t seed) {
    RandomStream sizes(seed, "inference lengths");
    // Whole rounds of all clients.
    int const rounds = std::max(1, batch_size(lengths.output, clients) / clients);
    LoadMeter meter(2 * rounds * clients, rounds * clients);
    Replica replica(time, limits);
    auto const send = [&] {
        auto const [prompt, output] = lengths.sample(sizes);
        replica.arrive(replica.clock(), prompt, output);
        meter.arrived(replica.clock());
    };
    for (int i = 0; i < clients; ++i) send();
    while (!meter.complete()) {
        Iteration const& iteration = replica.iterate();
        meter.ran(iteration);
        for (std::size_t i = 0; i < iteration.ended.size(); ++i) send();
    }
    return meter.load();
}

}  // namespace clustersim
