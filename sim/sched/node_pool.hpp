// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/sched/node_bitmap.hpp"
#include "sim/sched/pool_shape.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace clustersim {

/// The free units of every node. Guarantees that no unit is given out twice.
class NodePool {
  public:
    explicit NodePool(PoolShape shape);

    [[nodiscard]] PoolShape shape() const { return shape_; }
    [[nodiscard]] std::int64_t free_units() const { return free_units_; }
    /// Nodes on which at least `units` units are free.
    [[nodiscard]] std::int32_t nodes_with(std::int32_t units) const;
    [[nodiscard]] std::int32_t free_on(std::int32_t node) const {
        if (free_on_.empty()) return levels_[1].contains(node) ? 1 : 0;
        return free_on_[static_cast<std::size_t>(node)];
    }
    /// Free units by node; empty if a node is one unit.
    [[nodiscard]] std::span<std::int32_t const> free_by_node() const { return free_on_; }
    /// The nodes with exactly `units` > 0 free units.
    [[nodiscard]] NodeBitmap const& nodes_with_exactly(std::int32_t units) const {
        return levels_[static_cast<std::size_t>(units)];
    }
    [[nodiscard]] bool fits(std::int32_t nodes, std::int32_t units) const {
        return nodes_with(units) >= nodes;
    }

    /// Takes `units` units on each of `nodes` nodes and appends the nodes to `out`. Best fit: of
    /// the nodes with enough free units, those with the fewest, lowest numbers first. The job must
    /// fit.
    void allocate(std::int32_t nodes, std::int32_t units, std::vector<NodeRange>& out);
    void take(std::span<NodeRange const> nodes, std::int32_t units);
    void release(std::span<NodeRange const> nodes, std::int32_t units);

  private:
    void shift(std::span<NodeRange const> nodes, std::int32_t change);

    PoolShape shape_;
    std::int64_t free_units_;
    std::vector<NodeBitmap> levels_;  ///< levels_[u]: nodes with exactly u free units; [0] unused
    std::vector<std::int32_t> free_on_;  ///< by node; empty if a node is one unit
};

}  // namespace clustersim
