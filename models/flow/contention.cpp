// SPDX-License-Identifier: Apache-2.0
//
// A job's share of the network while its neighbours start and stop sending.
//
// Equation. Neighbour j sends at instant t if frac((t + f_j) / p_j) < d_j, with period p_j, duty d_j and
// a phase f_j uniform in [0, p_j). The job's rate is the least of its flows' max-min shares among all
// flows that send at t; a collective is as fast as its slowest flow.
// Source. Max-min: Bertsekas, Gallager (1992); on/off traffic of training jobs: Rajasekaran et al.,
// "CASSINI: Network-aware job scheduling in machine learning clusters", NSDI 2024.
// Domain. Neighbours whose steps are not longer under contention; flows that are long compared with
// a round trip.
#include "models/flow/contention.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace clustersim {

Contention::Contention(std::span<Bandwidth const> capacities,
                       Routes own,
                       std::span<Neighbour const> neighbours,
                       RandomStream& random)
    : solver_(capacities), own_(std::move(own)) {
    for (Neighbour& rival : rivals_of(own_, neighbours, capacities.size())) {
        // Sampled for every neighbour, so that the other phases do not depend on the placement of this
        // job.
        double const phase = random.uniform01();
        if (rival.routes.size() == 0) continue;
        rivals_.push_back(
            {std::move(rival.routes), rival.duty, rival.period, rival.period * phase});
    }
    quiet_ = slowest(std::vector<bool>(rivals_.size(), false));
}

Bandwidth Contention::slowest(std::vector<bool> const& active) {
    auto const known = known_.find(active);
    if (known != known_.end()) return known->second;
    Routes all = own_;
    for (std::size_t i = 0; i < rivals_.size(); ++i)
        if (active[i]) all.append(rivals_[i].routes);
    auto const& shares = solver_.shares(all);
    Bandwidth least = bytes_per_second(std::numeric_limits<double>::infinity());
    for (std::size_t flow = 0; flow < own_.size(); ++flow) least = std::min(least, shares[flow]);
    // Bounded: with many neighbours the combinations would exceed the memory.
    constexpr std::size_t most = 4096;
    if (known_.size() < most) known_.emplace(active, least);
    return least;
}

Bandwidth Contention::at(Duration instant) {
    std::vector<bool> active(rivals_.size());
    for (std::size_t i = 0; i < rivals_.size(); ++i) {
        Rival const& rival = rivals_[i];
        double const periods = (instant + rival.phase) / rival.period;
        active[i] = periods - std::floor(periods) < rival.duty;
    }
    return slowest(active);
}

Bandwidth Contention::over(Duration from, Duration window, int instants) {
    CS_ENSURE(instants >= 1, "a mean has terms");
    Bandwidth sum{};
    for (int i = 0; i < instants; ++i) sum += at(from + window * ((i + 0.5) / instants));
    return sum / instants;
}

}  // namespace clustersim
