// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/workload/arrival.hpp"
#include "sim/workload/job_shape.hpp"
#include "sim/workload/mix.hpp"
#include "sim/workload/partition_shape.hpp"

namespace clustersim {

/// An arrival of a mix as a job of the partition: scaled and cut to the limits.
JobShape shape_arrival(Arrival const& arrival, Mix const& mix, PartitionShape const& partition);

}  // namespace clustersim
