// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/random_stream.hpp"
#include "sim/workload/mix.hpp"
#include "sim/workload/partition_shape.hpp"
#include "sim/workload/sample_batch.hpp"
#include "sim/workload/user_rate.hpp"

#include <vector>

namespace clustersim {

/// Units that a job of a class occupies on the partition. Valid as long as both arguments are.
UnitsOfClass units_of_class(Mix const& mix, PartitionShape const& partition);

/// The users of one replicate: of several samples, the one with the median number of jobs per unit
/// of work. The few busy users of a sample decide that number: among 40 samples of 498 users
/// (blue-waters-gpu on 2,728 nodes) it differs 23-fold. The users of a real machine do not change
/// that much from one question to the next. The model has users; `rates` are its own on the
/// partition.
std::vector<UserStyle>
typical_users(BatchModel const& model, UserRates const& rates, RandomStream& random);

}  // namespace clustersim
