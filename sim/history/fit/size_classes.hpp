// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/fit/log_batches.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim {

/// Sizes that a fit describes together.
struct SizeGroup {
    std::int32_t size = 1;             ///< the mean of its jobs' sizes, rounded
    std::vector<std::size_t> batches;  ///< positions, ascending; at least one
    std::size_t jobs = 0;
};

/// The batches by size, ascending. A size with at least 3 % of the jobs or of the batches is a
/// group of its own; the others are grouped by powers of two, 2^k to 2^(k+1) - 1. Such a group with
/// fewer than ten jobs joins the next larger one, if there is one: the largest jobs of a machine
/// are few, but they are most of its queue.
std::vector<SizeGroup> size_groups(JobLog const& log, std::vector<LogBatch> const& batches);

/// For each batch the position of its group.
std::vector<std::size_t> group_of_batches(std::vector<SizeGroup> const& groups,
                                          std::size_t batches);

}  // namespace clustersim
