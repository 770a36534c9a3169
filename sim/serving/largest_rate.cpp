// SPDX-License-Identifier: Apache-2.0
//
// The replica starts full, with requests at random points of their outputs, as random arrivals leave it: requests of equal
// length that start together would end together, and their prompts would come together again.
#include "sim/serving/largest_rate.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

constexpr int backlog = 64;
constexpr double usual_requests = 2000.0;
constexpr double passes_at_most = 3e6;

}  // namespace

LargestRate largest_rate(IterationTime& time,
                         EngineLimits const& limits,
                         RequestLengths const& lengths,
                         std::uint64_t seed) {
    RandomStream sizes(seed, "inference lengths");
    RandomStream phases(seed, "inference phases");
    Replica replica(time, limits);
    int at_once = 0;
    for (bool room = lengths.output > 1; room; at_once += room ? 1 : 0) {
        auto const [prompt, output] = lengths.sample(sizes);
        int const whole = std::max(2, output);
        auto const done = phases.uniform_int(static_cast<std::uint64_t>(whole) - 1);
        room = replica.start_with(prompt, whole, 1 + static_cast<int>(done));
    }
    at_once = std::max(1, at_once);
    // Whole rounds of all that run, so that equal requests leave in whole periods.
    double const rounds = std::clamp(std::ceil(usual_requests / at_once),
                                     2.0,
                                     std::max(2.0, std::floor(passes_at_most / lengths.output)));
    auto const count = static_cast<std::size_t>(rounds * at_once);
    auto const warm_up = static_cast<std::size_t>(2 * at_once);
    std::size_t ended = 0;
    double from = 0.0;
    double tokens = 0.0;
    while (ended < warm_up + count) {
        while (replica.waiting() < backlog) {
            auto const [prompt, output] = lengths.sample(sizes);
            replica.arrive(replica.clock(), prompt, output);
        }
        bool const measured = ended >= warm_up;
        Iteration const& iteration = replica.iterate();
        ended += iteration.ended.size();
        if (measured)
            tokens += static_cast<double>(iteration.generated);
        else
            from = iteration.end;
    }
    double const span = replica.clock() - from;
    return {static_cast<double>(count) / span, tokens / span};
}

}  // namespace clustersim
