// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/running_use.hpp"
#include "sim/slurm/controller/will_run_query.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// True if all running jobs and this one have exclusive nodes: whether it fits depends on idle nodes only.
bool only_idle_nodes_count(ClusterState const& state, ResourceRequest const& request);

/// The nodes that have room for a job if others share nodes. A selection among too few of them
/// would fail and have no other effect, so it is left out.
class JobRoom {
  public:
    /// `preempted`: running jobs that are assumed to have left; it must outlive the object.
    JobRoom(ClusterState& state, WillRunQuery const& query, std::vector<JobSlot> const& preempted);

    [[nodiscard]] RunningUse const& now() const { return now_; }
    /// False if the number of nodes with room does not decide; the other functions are then of no use.
    [[nodiscard]] bool known() const { return times_ != nullptr; }
    /// False if too few nodes have room when this number of running jobs have ended.
    [[nodiscard]] bool suffices(std::size_t ended) const { return suffices(ended, *candidates_); }
    /// The same for a selection from some of the candidates.
    [[nodiscard]] bool suffices(std::size_t ended, NodeSet const& some) const {
        return !known() || times_->count(ended, some) >= fewest_;
    }
    /// Replaces `nodes` by the candidates that then have room.
    void fill(std::size_t ended, NodeSet& nodes) const;
    /// True if no job is then left on these nodes, as far as that is easily found out.
    [[nodiscard]] bool unused(std::size_t ended, NodeSet const& nodes) const;

  private:
    RunningUse now_;
    NodeSet const* candidates_;
    bool whole_ = false;  ///< it asks for whole nodes
    std::int32_t fewest_ = 0;
    RoomTimes const* times_ = nullptr;
};

}  // namespace clustersim::slurm
