// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/backfill_cycle.hpp"
#include "sim/slurm/controller/backfill_memory.hpp"
#include "sim/slurm/controller/cluster_state.hpp"

#include <cstddef>
#include <vector>

namespace clustersim::slurm {

/// Whether the records that a cycle has not reached could affect anything but their own start
/// estimates. Lives for one cycle.
class EarlyEnd {
  public:
    EarlyEnd(ClusterState const& state, BackfillCycle& cycle, BackfillMemory& memory)
        : state_(state), cycle_(cycle), memory_(memory) {}

    /// True if the cycle may end before the record at this position of the order. Ask in the order
    /// of the positions.
    [[nodiscard]] bool before(std::size_t position);

  private:
    /// True if no estimate of the jobs from a position on can change a priority.
    [[nodiscard]] bool sizes_are_known(std::size_t from);
    [[nodiscard]] bool change_is_settled(std::size_t from);
    /// The nodes that the records from a position on may have, and perhaps some more.
    [[nodiscard]] NodeSet const& nodes_to_come(std::size_t from);

    ClusterState const& state_;
    BackfillCycle& cycle_;
    BackfillMemory& memory_;
    std::size_t next_unknown_ = 0;  ///< all records before it have known sizes
    std::vector<std::size_t>
        last_of_;  ///< the last position of each partition in the order, plus 1; empty: not yet known
    NodeSet to_come_;                ///< of the partitions with records still to come ...
    std::size_t to_come_until_ = 0;  ///< ... and no fewer up to this position
    NodeSet free_;                   ///< scratch of one question
};

}  // namespace clustersim::slurm
