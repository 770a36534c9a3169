// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/sched/slurm/select/allocation.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clustersim::slurm {

/// Expected ends and nodes of the running jobs, in order of the ends and side by side in memory:
/// estimates of starts go through them over and over.
class DepartureList {
  public:
    void insert(std::size_t position, std::int64_t end, Allocation const& allocation);
    void erase(std::size_t position);

    [[nodiscard]] std::size_t size() const { return ends_.size(); }
    [[nodiscard]] std::int64_t end(std::size_t position) const { return ends_[position]; }
    [[nodiscard]] std::span<std::int32_t const> nodes(std::size_t position) const {
        return std::span(nodes_).subspan(first_[position], first_[position + 1] - first_[position]);
    }

  private:
    std::vector<std::int64_t> ends_;        ///< seconds
    std::vector<std::size_t> first_ = {0};  ///< of nodes_, by position; then the end
    std::vector<std::int32_t> nodes_;
};

}  // namespace clustersim::slurm
