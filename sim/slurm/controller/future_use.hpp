// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/node_use.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace clustersim::slurm {

struct ClusterState;

/// What is in use once the first of the running jobs have left: estimates of jobs that share nodes go
/// through it over and over. Every so many jobs it is kept, for as long as nobody comes or goes.
class FutureUse {
  public:
    /// As it is now, in a buffer to take jobs from.
    NodeUse& now(ClusterState const& state);
    /// The same without as many of the first `jobs` as is known; says how many.
    NodeUse& towards(ClusterState const& state, std::size_t jobs, std::size_t& gone);
    /// Whether that would be without more than `gone`.
    [[nodiscard]] static bool
    knows_more(ClusterState const& state, std::size_t jobs, std::size_t gone);

  private:
    /// Without the first `step` x stride jobs; `step` is at least 1.
    NodeUse const& without(ClusterState const& state, std::size_t step);

    std::optional<NodeUse> buffer_;
    std::vector<NodeUse> kept_;  ///< without stride, 2 x stride ... jobs
    std::size_t known_ = 0;      ///< so many of kept_ are those of the present jobs
    std::uint64_t use_version_ = 0, departures_version_ = 0;
};

}  // namespace clustersim::slurm
