// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/node_pool.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>

namespace clustersim {

NodePool::NodePool(PoolShape shape) : shape_(shape), free_units_(shape.total_units()) {
    CS_ENSURE(shape.nodes >= 1 && shape.units_per_node >= 1, "a pool has nodes and units");
    auto const units = static_cast<std::size_t>(shape.units_per_node);
    levels_.resize(units + 1, NodeBitmap(0));
    for (std::size_t level = 1; level <= units; ++level) levels_[level] = NodeBitmap(shape.nodes);
    levels_[units].insert({0, shape.nodes});
    if (units > 1) free_on_.assign(static_cast<std::size_t>(shape.nodes), shape.units_per_node);
}

std::int32_t NodePool::nodes_with(std::int32_t units) const {
    std::int32_t nodes = 0;
    for (auto level = static_cast<std::size_t>(units); level < levels_.size(); ++level)
        nodes += levels_[level].count();
    return nodes;
}

void NodePool::allocate(std::int32_t nodes, std::int32_t units, std::vector<NodeRange>& out) {
    free_units_ -= std::int64_t{nodes} * units;
    std::size_t taken = out.size();
    for (std::int32_t level = units; nodes > 0; ++level) {
        CS_ENSURE(level <= shape_.units_per_node, "a job that starts fits");
        NodeBitmap& here = levels_[static_cast<std::size_t>(level)];
        std::int32_t const count = std::min(nodes, here.count());
        if (count == 0) continue;
        here.take_lowest(count, out);
        nodes -= count;
        std::int32_t const left = level - units;
        for (; taken < out.size(); ++taken) {
            NodeRange const range = out[taken];
            if (left > 0) levels_[static_cast<std::size_t>(left)].insert(range);
            if (free_on_.empty()) continue;
            auto const first = free_on_.begin() + range.first;
            std::fill(first, first + range.count, left);
        }
    }
}

void NodePool::take(std::span<NodeRange const> nodes, std::int32_t units) {
    shift(nodes, -units);
}

void NodePool::release(std::span<NodeRange const> nodes, std::int32_t units) {
    shift(nodes, units);
}

void NodePool::shift(std::span<NodeRange const> nodes, std::int32_t change) {
    for (NodeRange const range : nodes) {
        free_units_ += std::int64_t{range.count} * change;
        if (free_on_.empty()) {
            if (change > 0)
                levels_[1].insert(range);
            else
                levels_[1].erase(range);
            continue;
        }
        for (std::int32_t node = range.first; node < range.first + range.count; ++node) {
            std::int32_t& free = free_on_[static_cast<std::size_t>(node)];
            if (free > 0) levels_[static_cast<std::size_t>(free)].erase({node, 1});
            free += change;
            CS_ENSURE(free >= 0 && free <= shape_.units_per_node, "a node is never over-allocated");
            if (free > 0) levels_[static_cast<std::size_t>(free)].insert({node, 1});
        }
    }
}

}  // namespace clustersim
