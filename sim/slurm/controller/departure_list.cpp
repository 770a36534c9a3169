// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/departure_list.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace clustersim::slurm {

namespace {

/// Number of jobs between two stored sums of nodes.
constexpr std::size_t stride = 8;

}  // namespace

void DepartureList::insert(std::size_t position, Instant end, Allocation const& allocation) {
    ++version_;
    auto const at = static_cast<std::ptrdiff_t>(position);
    std::vector<Part> parts;
    for (auto const& share : allocation.nodes) {
        auto const node = static_cast<std::size_t>(share.node);
        if (parts.empty() || parts.back().word != node / 64) parts.push_back({0, node / 64});
        parts.back().bits |= std::uint64_t{1} << (node % 64);
    }
    parts_.insert(
        parts_.begin() + static_cast<std::ptrdiff_t>(first_[position]), parts.begin(), parts.end());
    ends_.insert(ends_.begin() + at, end);
    first_.insert(first_.begin() + at, first_[position]);
    std::for_each(
        first_.begin() + at + 1, first_.end(), [&](std::size_t& first) { first += parts.size(); });
    auto const nodes = static_cast<std::int32_t>(allocation.nodes.size());
    nodes_before_.insert(nodes_before_.begin() + at, nodes_before_[position]);
    std::for_each(nodes_before_.begin() + at + 1, nodes_before_.end(), [&](auto& before) {
        before += nodes;
    });
    known_ = std::min(known_, position / stride + 1);
}

void DepartureList::erase(std::size_t position) {
    ++version_;
    auto const at = static_cast<std::ptrdiff_t>(position);
    auto const count = first_[position + 1] - first_[position];
    auto const place = parts_.begin() + static_cast<std::ptrdiff_t>(first_[position]);
    parts_.erase(place, place + static_cast<std::ptrdiff_t>(count));
    ends_.erase(ends_.begin() + at);
    first_.erase(first_.begin() + at);
    std::for_each(first_.begin() + at, first_.end(), [&](std::size_t& first) { first -= count; });
    auto const nodes = nodes_before_[position + 1] - nodes_before_[position];
    nodes_before_.erase(nodes_before_.begin() + at);
    std::for_each(
        nodes_before_.begin() + at, nodes_before_.end(), [&](auto& before) { before -= nodes; });
    known_ = std::min(known_, position / stride + 1);
}

void DepartureList::insert_into(std::size_t position, NodeSet& set) const {
    for (auto const& part : parts(position)) set.insert_word(part.word, part.bits);
}

std::size_t DepartureList::ended_by(Instant time) const {
    // Like std::upper_bound, without branches that the processor would mispredict.
    std::size_t before = 0;
    for (auto left = ends_.size(); left > 0;) {
        auto const half = (left + 1) / 2;
        before += ends_[before + half - 1] <= time ? half : 0;
        left -= half;
    }
    return before;
}

NodeSet const& DepartureList::left_before(std::size_t block, std::size_t nodes) {
    if (left_.empty()) {
        left_.emplace_back(nodes);
        known_ = 1;
    }
    for (; known_ <= block; ++known_) {
        if (known_ == left_.size()) left_.emplace_back();
        left_[known_] = left_[known_ - 1];
        for (auto i = (known_ - 1) * stride; i < known_ * stride; ++i)
            insert_into(i, left_[known_]);
    }
    return left_[block];
}

std::size_t DepartureList::first_in(NodeSet const& set) {
    auto const none_before = [&](std::size_t block) {
        return block * stride <= size() && !left_before(block, set.universe()).intersects(set);
    };
    std::size_t block = 0;
    std::size_t step = 1;
    for (; none_before(block + step); step *= 2) block += step;
    for (; step > 0; step /= 2) block += none_before(block + step) ? step : 0;
    auto job = block * stride;
    while (job < size() && !any_in(job, set)) ++job;
    return job;
}

std::int32_t DepartureList::count_left(std::size_t jobs, NodeSet const& set) {
    auto count = left_before(jobs / stride, set.universe()).count_common(set);
    for (auto i = jobs / stride * stride; i < jobs; ++i) count += count_in(i, set);
    return count;
}

bool DepartureList::leave(std::size_t jobs, NodeSet const& set, std::int32_t least) {
    if (nodes_before_[jobs] < least) return false;
    auto const block = jobs / stride;
    auto count = left_before(block, set.universe()).count_common(set);
    for (auto i = block * stride; count < least && i < jobs; ++i) {
        if (count + nodes_before_[jobs] - nodes_before_[i] < least) return false;
        count += count_in(i, set);
    }
    return count >= least;
}

std::size_t DepartureList::jobs_for(std::int32_t nodes) const {
    auto const found = std::lower_bound(nodes_before_.begin(), nodes_before_.end(), nodes);
    return static_cast<std::size_t>(found - nodes_before_.begin());
}

void DepartureList::insert_left(std::size_t jobs, NodeSet& set) {
    set |= left_before(jobs / stride, set.universe());
    for (auto i = jobs / stride * stride; i < jobs; ++i) insert_into(i, set);
}

}  // namespace clustersim::slurm
