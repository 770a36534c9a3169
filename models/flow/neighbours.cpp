// SPDX-License-Identifier: Apache-2.0
#include "models/flow/neighbours.hpp"

#include "models/flow/max_min.hpp"
#include "sim/core/ensure.hpp"

#include <algorithm>
#include <utility>

namespace clustersim {

std::vector<Neighbour>
rivals_of(Routes const& own, std::span<Neighbour const> neighbours, std::size_t links) {
    std::vector<bool> mine(links, false);
    for (LinkIndex const link : own.crossings()) mine[link] = true;
    std::vector<Neighbour> rivals;
    rivals.reserve(neighbours.size());
    for (Neighbour const& neighbour : neighbours) {
        CS_ENSURE(neighbour.period.si() > 0.0, "a neighbour's steps take time");
        Neighbour rival{{}, neighbour.duty, neighbour.period};
        for (std::size_t flow = 0; flow < neighbour.routes.size(); ++flow) {
            auto const route = neighbour.routes[flow];
            if (std::ranges::any_of(route, [&](LinkIndex link) { return mine[link]; }))
                rival.routes.add(route);
        }
        rivals.push_back(std::move(rival));
    }
    return rivals;
}

std::vector<Bandwidth> residual_capacities(std::span<Bandwidth const> capacities,
                                           std::span<Neighbour const> neighbours) {
    Routes all;
    for (Neighbour const& neighbour : neighbours) all.append(neighbour.routes);
    std::vector<Bandwidth> const rates = max_min_shares(capacities, all);

    std::vector<Bandwidth> load(capacities.size());
    std::vector<double> flows(capacities.size(), 0.0);
    std::size_t next = 0;
    for (Neighbour const& neighbour : neighbours) {
        CS_ENSURE(neighbour.duty >= 0.0 && neighbour.duty <= 1.0, "a duty is a share");
        for (std::size_t flow = 0; flow < neighbour.routes.size(); ++flow, ++next) {
            for (LinkIndex const link : neighbour.routes[flow]) {
                load[link] += rates[next] * neighbour.duty;
                flows[link] += neighbour.duty;
            }
        }
    }
    std::vector<Bandwidth> left(capacities.begin(), capacities.end());
    for (std::size_t link = 0; link < left.size(); ++link) {
        if (flows[link] == 0.0) continue;
        left[link] =
            std::max(capacities[link] - load[link], capacities[link] / (1.0 + flows[link]));
    }
    return left;
}

}  // namespace clustersim
