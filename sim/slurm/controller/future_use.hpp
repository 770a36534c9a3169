// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/jobs_state.hpp"
#include "sim/slurm/select/node_use.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace clustersim::slurm {

/// What is in use once the first of the running jobs have left: estimates of jobs that share nodes go
/// through it over and over. Every so many jobs it is kept, for as long as nobody comes or goes.
class FutureUse {
  public:
    /// What is in use, and by whom.
    struct Present {
        NodeUse const& use;
        JobsState const& jobs;
    };

    /// As it is now, in a buffer to take jobs from.
    NodeUse& now(NodeUse const& present);
    /// The same without as many of the first `jobs` as is known; says how many.
    NodeUse& towards(Present const& present, std::size_t jobs, std::size_t& gone);
    /// Whether that would be without more than `gone`.
    [[nodiscard]] static bool
    knows_more(Present const& present, std::size_t jobs, std::size_t gone);

  private:
    /// Without the first `step` x stride jobs; `step` is at least 1.
    NodeUse const& without(Present const& present, std::size_t step);

    std::optional<NodeUse> buffer_;
    std::vector<NodeUse> kept_;  ///< without stride, 2 x stride ... jobs
    std::size_t known_ = 0;      ///< so many of kept_ are those of the present jobs
    std::uint64_t use_version_ = 0, departures_version_ = 0;
};

}  // namespace clustersim::slurm
