// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/tres_billing.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// True for resources of a node. MAX_TRES takes the largest of these.
bool is_of_node(std::size_t position, TresTable const& names) {
    return position == tres::cpu || position == tres::mem || position == tres::node ||
           names.name(position).starts_with("gres/");
}

}  // namespace

double billing(TresWeights const& weights,
               std::span<std::int64_t const> amounts,
               TresTable const& names,
               bool max_tres) {
    if (weights.empty()) return amounts.empty() ? 0.0 : static_cast<double>(amounts[tres::cpu]);
    double sum = 0.0;
    double largest = 0.0;
    for (auto const& [position, weight] : weights) {
        if (position == tres::billing || position >= amounts.size()) continue;
        auto const cost = weight * static_cast<double>(amounts[position]);
        if (max_tres && is_of_node(position, names))
            largest = std::max(largest, cost);
        else
            sum += cost;
    }
    return largest + sum;
}

}  // namespace clustersim::slurm
