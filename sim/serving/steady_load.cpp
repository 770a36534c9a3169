// SPDX-License-Identifier: Apache-2.0
//
// Length of a run: ten batches after a warm-up of two. A batch has 1,000 requests unless asked otherwise. Near the largest rate it
// is longer, by 1 / (2 (1 - share))^2 and at most 20 times: the relaxation time of a queue grows with the square of its
// distance to saturation (P. Morse, Oper. Res. 3, 1955). It has at least as many requests as run at the same time. Runs are shorter where outputs are so long that
// they would need more than about 20 million passes.
#include "sim/serving/steady_load.hpp"

#include <algorithm>
#include <limits>

namespace clustersim {
namespace {

constexpr double most_passes = 2e7;
constexpr double usual_batch = 1000.0;
constexpr double least_batch = 20.0;
constexpr double longest = 20.0;

/// Requests of a batch whose passes are shared by so many requests in the mean.
int batch_size(double wanted, int output, double sharing) {
    double const most = most_passes / LoadMeter::batches / output * std::max(1.0, sharing);
    return static_cast<int>(std::clamp(wanted, least_batch, std::max(least_batch, most)));
}

int open_batch(int usual, int output, int sequences, double share) {
    double const near = 2.0 * (1.0 - share);
    double const factor = std::clamp(1.0 / (near * near), 1.0, longest);
    double const wanted = std::max(usual * factor, static_cast<double>(sequences));
    return batch_size(wanted, output, 0.5 * share * share * sequences);
}

}  // namespace

SteadyLoad open_load(IterationTime& time,
                     EngineLimits const& limits,
                     RequestLengths const& lengths,
                     double rate,
                     double share,
                     std::uint64_t seed,
                     int batch) {
    int const each = open_batch(batch, lengths.output, limits.sequences, share);
    RandomStream arrivals(seed, "inference arrivals");
    RandomStream sizes(seed, "inference lengths");
    LoadMeter meter(2 * each, each);
    Replica replica(time, limits);
    double next = arrivals.exponential(1.0 / rate);
    while (!meter.complete()) {
        if (replica.idle() && next > replica.clock()) replica.wait_until(next);
        for (; next <= replica.clock(); next += arrivals.exponential(1.0 / rate)) {
            auto const [prompt, output] = lengths.sample(sizes);
            replica.arrive(next, prompt, output);
            meter.arrived(next);
        }
        meter.ran(replica.iterate(next));
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
    double const wanted = std::max(usual_batch, static_cast<double>(clients));
    int const rounds = std::max(1, batch_size(wanted, lengths.output, 1.0) / clients);
    LoadMeter meter(2 * rounds * clients, rounds * clients);
    Replica replica(time, limits);
    auto const send = [&] {
        auto const [prompt, output] = lengths.sample(sizes);
        replica.arrive(replica.clock(), prompt, output);
        meter.arrived(replica.clock());
    };
    for (int i = 0; i < clients; ++i) send();
    while (!meter.complete()) {
        Iteration const& iteration = replica.iterate(std::numeric_limits<double>::infinity());
        meter.ran(iteration);
        for (std::size_t i = 0; i < iteration.ended.size(); ++i) send();
    }
    return meter.load();
}

}  // namespace clustersim
