// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/node_plan.hpp"
#include "sim/slurm/select/least_part.hpp"
#include "sim/slurm/site/node_set.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clustersim::slurm {

/// Whether any later record of a backfill cycle could still start now, judged by what is free on
/// the nodes of its partition and what the plan leaves of them. Promises and starts only take nodes
/// away: a record that cannot start at one time of the cycle cannot start later in it.
class StartHope {
  public:
    /// Begins a cycle.
    void begin() {
        next_ = 0;
        ++version_;
        failed_.clear();
    }
    /// To be called after each attempt to start a job.
    void use_changed() { ++version_; }
    /// To be called after each promise of nodes.
    void promised(ClusterState const& state, NodeSet const& nodes);
    /// True if no record of `order` from `from` on can start now.
    [[nodiscard]] bool gone(ClusterState const& state,
                            NodePlan& plan,
                            std::span<QueueRecord const> order,
                            std::size_t from);

  private:
    /// Number of nodes of a partition that have cores to offer and are promised to no job until a time.
    struct FreeUntil {
        Instant time;
        std::int32_t nodes = 0;
    };
    struct Outline {
        std::vector<FreeUntil> steps;  ///< so far
        Instant next;                  ///< where the plan continues after them
        NodeSet nodes;                 ///< left at this time
        std::uint64_t version = 0;     ///< for which it holds; 0: none
    };
    /// A request that was too large for the nodes of a partition.
    struct Failed {
        std::int32_t partition = 0, nodes = 0;
        Instant end;
        LeastCounts part;
    };

    [[nodiscard]] bool
    may_start(ClusterState const& state, NodePlan& plan, QueueRecord const& record);
    /// Begins the outline of a partition with what is free now.
    void begin(ClusterState const& state, std::int32_t partition, Outline& outline) const;
    [[nodiscard]] std::int32_t free_until(ClusterState const& state,
                                          NodePlan const& plan,
                                          std::int32_t partition,
                                          Instant end);
    /// True if enough nodes have room for the job's part, which their number alone does not show.
    [[nodiscard]] bool
    has_room(ClusterState const& state, NodePlan& plan, QueueRecord const& record);

    std::vector<Outline> outlines_;  ///< by partition
    std::vector<Failed> failed_;     ///< in this cycle
    std::uint64_t version_ = 0;
    std::size_t next_ = 0;  ///< no record before it can start now
    NodeSet nodes_;         ///< scratch
};

}  // namespace clustersim::slurm
