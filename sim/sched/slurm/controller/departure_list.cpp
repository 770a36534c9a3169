// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/slurm/controller/departure_list.hpp"

#include <algorithm>

namespace clustersim::slurm {

void DepartureList::insert(std::size_t position, std::int64_t end, Allocation const& allocation) {
    auto const at = static_cast<std::ptrdiff_t>(position);
    auto const count = allocation.nodes.size();
    auto const place = nodes_.insert(
        nodes_.begin() + static_cast<std::ptrdiff_t>(first_[position]), count, std::int32_t{0});
    std::transform(allocation.nodes.begin(),
                   allocation.nodes.end(),
                   place,
                   [](NodeShare const& share) { return share.node; });
    ends_.insert(ends_.begin() + at, end);
    first_.insert(first_.begin() + at, first_[position]);
    std::for_each(
        first_.begin() + at + 1, first_.end(), [&](std::size_t& first) { first += count; });
}

void DepartureList::erase(std::size_t position) {
    auto const at = static_cast<std::ptrdiff_t>(position);
    auto const count = first_[position + 1] - first_[position];
    auto const place = nodes_.begin() + static_cast<std::ptrdiff_t>(first_[position]);
    nodes_.erase(place, place + static_cast<std::ptrdiff_t>(count));
    ends_.erase(ends_.begin() + at);
    first_.erase(first_.begin() + at);
    std::for_each(first_.begin() + at, first_.end(), [&](std::size_t& first) { first -= count; });
}

}  // namespace clustersim::slurm
