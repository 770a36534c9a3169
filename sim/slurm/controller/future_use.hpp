// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/running_use.hpp"
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
    FutureUse() = default;
    /// A copy finds the uses anew: they are large, and most forks never need them.
    FutureUse(FutureUse const& /*other*/) {}
    FutureUse& operator=(FutureUse const& /*other*/) {
        *this = FutureUse();
        return *this;
    }
    FutureUse(FutureUse&&) = default;
    FutureUse& operator=(FutureUse&&) = default;
    ~FutureUse() = default;

    /// The use without the preempted jobs and the first `ended` jobs; valid until the next call.
    NodeUse const& after(RunningUse const& now, std::size_t ended);

  private:
    [[nodiscard]] bool valid_for(RunningUse const& now) const;
    /// Forgets everything and removes the preempted jobs from the present use.
    void begin(RunningUse const& now);
    void remove(RunningUse const& now, NodeUse& use, std::size_t position) const;
    /// The use without the first `step` x stride jobs; with step 0, without the preempted ones only.
    NodeUse const& stored(RunningUse const& now, std::size_t step);

    bool begun_ = false;                ///< versions and preempted jobs are those of some use
    std::optional<NodeUse> first_;      ///< without the preempted jobs, if there are any
    std::vector<NodeUse> kept_;         ///< without stride, 2 x stride ... jobs
    std::size_t known_ = 0;             ///< number of valid entries of kept_
    std::optional<NodeUse> latest_;     ///< kept for its memory when it is not valid
    std::optional<std::size_t> ended_;  ///< number of jobs that latest_ lacks; absent: not valid
    std::vector<JobSlot> preempted_;    ///< of the valid entries
    std::vector<bool> preempted_slot_;  ///< the same by slot; empty if there are none
    std::uint64_t use_version_ = 0, departures_version_ = 0;
};

}  // namespace clustersim::slurm
