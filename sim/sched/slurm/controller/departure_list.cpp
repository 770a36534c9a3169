// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/slurm/controller/departure_list.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace clustersim::slurm {

namespace {

/// Jobs between two sums of nodes that are kept.
constexpr std::size_t stride = 16;

}  // namespace

void DepartureList::insert(std::size_t position, std::int64_t end, Allocation const& allocation) {
    auto const at = static_cast<std::ptrdiff_t>(position);
    std::vector<Part> parts;
    for (auto const& share : allocation.nodes) {
        auto const node = static_cast<std::size_t>(share.node);
        if (parts.empty() || parts.back().word != node / 64) {
            parts.push_back({0, node / 64});
        }
        parts.back().bits |= std::uint64_t{1} << (node % 64);
    }
    parts_.insert(
        parts_.begin() + static_cast<std::ptrdiff_t>(first_[position]), parts.begin(), parts.end());
    ends_.insert(ends_.begin() + at, end);
    first_.insert(first_.begin() + at, first_[position]);
    std::for_each(
        first_.begin() + at + 1, first_.end(), [&](std::size_t& first) { first += parts.size(); });
    left_.resize(std::min(left_.size(), position / stride + 1));
}

void DepartureList::erase(std::size_t position) {
    auto const at = static_cast<std::ptrdiff_t>(position);
    auto const count = first_[position + 1] - first_[position];
    auto const place = parts_.begin() + static_cast<std::ptrdiff_t>(first_[position]);
    parts_.erase(place, place + static_cast<std::ptrdiff_t>(count));
    ends_.erase(ends_.begin() + at);
    first_.erase(first_.begin() + at);
    std::for_each(first_.begin() + at, first_.end(), [&](std::size_t& first) { first -= count; });
    left_.resize(std::min(left_.size(), position / stride + 1));
}

void DepartureList::insert_into(std::size_t position, NodeSet& set) const {
    for (auto const& part : parts(position)) {
        for (auto bits = part.bits; bits != 0; bits &= bits - 1) {
            set.insert(static_cast<std::int32_t>(part.word * 64) + std::countr_zero(bits));
        }
    }
}

std::int32_t DepartureList::left_by(std::int64_t time, NodeSet const& set) {
    auto const past = std::upper_bound(ends_.begin(), ends_.end(), time) - ends_.begin();
    auto const jobs = static_cast<std::size_t>(past);
    if (left_.empty()) {
        left_.emplace_back(set.universe());
    }
    while (left_.size() <= jobs / stride) {
        auto sum = left_.back();
        for (auto i = (left_.size() - 1) * stride; i < left_.size() * stride; ++i) {
            insert_into(i, sum);
        }
        left_.push_back(std::move(sum));
    }
    auto count = left_[jobs / stride].count_common(set);
    for (auto i = jobs / stride * stride; i < jobs; ++i) {
        count += count_in(i, set);
    }
    return count;
}

}  // namespace clustersim::slurm
