// SPDX-License-Identifier: Apache-2.0
//
// The replica starts full, with requests at random points of their outputs, as random arrivals leave it: requests of equal
// length that start together would end together, and their prompts would come together again.
//
// The rate within limits is searched by bisection among rates 1 % apart, from 2 to 97 % of the largest one (nearer to it, runs are
// too long): first in short runs, then in long ones around the rate that these found. All rates and all replicas see the same
// random numbers (common random numbers, Law and Kelton, "Simulation Modeling and Analysis", chapter 11), so that differences
// between them are not those of samples. The ends of the range are the rates at which the interval of the p95 reaches the limit.
#include "sim/serving/largest_rate.hpp"

#include "sim/serving/steady_load.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace clustersim {
namespace {

constexpr int backlog = 64;
constexpr double usual_requests = 2000.0;
constexpr double passes_at_most = 3e6;

constexpr double highest_share = 0.97;  ///< of the largest rate
constexpr double rate_step = 1.01;
constexpr int search_steps = 390;  ///< from the highest share to the lowest
constexpr int around = 40;         ///< steps on each side of what short runs found
constexpr int short_batch = 100;
constexpr int long_batch = 500;

double share_of(int below) {
    return highest_share * std::pow(rate_step, -below);
}

/// Loads at shares of the largest rate, each simulated once.
struct LevelSearch {
    std::function<SteadyLoad(double share, int batch)> load_at;
    LimitRatio const& ratio;
    std::map<std::pair<int, int>, SteadyLoad> loads;

    bool within(int below, int batch, LatencyMember member) {
        auto const [place, fresh] = loads.try_emplace({below, batch});
        if (fresh) place->second = load_at(share_of(below), batch);
        return ratio(place->second, member) <= 1.0;
    }

    /// The highest share within the limits: steps below the highest one, more than `above` and at most `below`.
    int nearest(int above, int below, int batch, LatencyMember member) {
        while (below - above > 1) {
            int const middle = (above + below) / 2;
            (within(middle, batch, member) ? below : above) = middle;
        }
        return below;
    }
};

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
        Iteration const& iteration = replica.iterate(std::numeric_limits<double>::infinity());
        ended += iteration.ended.size();
        if (measured)
            tokens += static_cast<double>(iteration.generated);
        else
            from = iteration.end;
    }
    double const span = replica.clock() - from;
    return {static_cast<double>(count) / span, tokens / span};
}

RateWithin rate_within(IterationTime& time,
                       EngineLimits const& limits,
                       RequestLengths const& lengths,
                       LimitRatio const& ratio,
                       SearchRuns runs,
                       std::uint64_t seed) {
    double const most = largest_rate(time, limits, lengths, seed).requests_per_s;
    LevelSearch search{[&](double share, int batch) {
                           return open_load(
                               time, limits, lengths, share * most, share, seed, batch);
                       },
                       ratio,
                       {}};
    int const lowest = search_steps;
    int const found = search.nearest(-1, lowest, short_batch, &LatencyQuantiles::p95);
    if (found == lowest && !search.within(lowest, short_batch, &LatencyQuantiles::p95))
        return {0.0, 0.0, 0.0, most};
    auto const rate = [&](LatencyMember member) {
        if (runs == SearchRuns::short_ones) return most * share_of(found);
        return most * share_of(search.nearest(std::max(-1, found - around),
                                              std::min(lowest, found + around),
                                              long_batch,
                                              member));
    };
    return {rate(&LatencyQuantiles::p95),
            rate(&LatencyQuantiles::p95_high),
            rate(&LatencyQuantiles::p95_low),
            most};
}

}  // namespace clustersim
