// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/conf/conf_reading.hpp"
#include "sim/slurm/read/conf/partition_draft.hpp"

#include <cstdint>

namespace clustersim::slurm {

/// A priority of a partition, which has 16 bits.
void read_priority(ConfPair const& p, ConfReading& r, std::int32_t& target);

/// Slurm compares the first letters only: "Drained" is DRAIN.
void read_partition_state(PartitionDraft& d, ConfPair const& p, ConfReading& r);

/// Slurm reads the minutes with strtol, so that 01:00:00 is one minute.
void read_over_time(PartitionDraft& d, ConfPair const& p, ConfReading& r);

/// Resolves what Slurm prefers among the parameters of a line and its defaults: Priority before
/// PriorityTier, OverSubscribe before Shared, DefMemPerNode before DefMemPerCPU and so on.
void settle_partition(PartitionDraft& d, ConfReading& r);

}  // namespace clustersim::slurm
