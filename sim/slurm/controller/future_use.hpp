// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/jobs_state.hpp"
#include "sim/slurm/select/node_use.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace clustersim::slurm {

/// The resources in use after the first of the running jobs have ended: estimates of jobs that
/// share nodes need them again and again. Copies are stored at intervals of jobs, and are valid
/// until a job starts or ends.
class FutureUse {
  public:
    /// The resources in use now, and the jobs.
    struct Present {
        NodeUse const& use;
        JobsState const& jobs;
    };

    /// The current use, in a buffer from which jobs can be removed.
    NodeUse& now(NodeUse const& present);
    /// The same without as many of the first `jobs` jobs as are known; sets `gone` to their number.
    NodeUse& towards(Present const& present, std::size_t jobs, std::size_t& gone);
    /// True if that would remove more than `gone` jobs.
    [[nodiscard]] static bool
    knows_more(Present const& present, std::size_t jobs, std::size_t gone);

  private:
    /// The use without the first `step` x stride jobs; `step` is at least 1.
    NodeUse const& without(Present const& present, std::size_t step);

    std::optional<NodeUse> buffer_;
    std::vector<NodeUse> kept_;  ///< without stride, 2 x stride ... jobs
    std::size_t known_ = 0;      ///< number of valid entries of kept_
    std::uint64_t use_version_ = 0, departures_version_ = 0;
};

}  // namespace clustersim::slurm
